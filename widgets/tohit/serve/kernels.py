"""The kernels of `tohit serve`: with limits inside, some of them warm before anybody comes."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from collections.abc import Callable, Coroutine
from typing import Any

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_core.utils import ensure_async
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets import default

__all__ = ["Kernels", "Specs"]

_EXTENSION = "tohit.serve.limits"
# A page is made and closed: its widgets must not be there when a reader's page asks for all that there are.
_WARMING = "import bqplot, tohit, ipywidgets; tohit.explore(next(iter(tohit.SYSTEMS))); ipywidgets.Widget.close_all()"
_ANSWER = 60.0  # seconds for a kernel to say that it is there


class Specs(KernelSpecManager):
    """Only the Python that runs this, whatever else is installed, and with our limits in it."""

    @default("kernel_dirs")
    def _no_folders(self) -> list[str]:
        return []

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        spec = super().get_kernel_spec(kernel_name)
        spec.argv = [*spec.argv, f"--ext={_EXTENSION}"]
        return spec


class Kernels(AsyncMappingKernelManager):
    """Starts kernels, tells when one ends, and keeps a few ready.

    A warm kernel has imported everything and made one page, which is most of what an opening waits for; it knows no
    notebook and no language yet, so that it serves every page.  (Voila's own pool runs whole notebooks beforehand: one
    pool for each notebook, in one language, and not with a hook that prepares pages, which ours need.)
    """

    warm_wanted = 0

    def __init__(self, **options: Any):
        super().__init__(**options)
        self.on_end: Callable[[str, str], None] = lambda kernel_id, why: None
        self._warm: list[str] = []
        self._warming: set[asyncio.Task] = set()
        self._ending: set[asyncio.Task] = set()
        self._one_by_one = asyncio.Semaphore(max(1, (os.cpu_count() or 2)))

    @property
    def warm(self) -> int:
        """How many kernels are ready."""
        return len(self._warm)

    def warm_up(self) -> None:
        """See to it that as many kernels as wanted are ready, in a while."""
        for _ in range(self.warm_wanted - len(self._warm) - len(self._warming)):
            begin(self._warm_one(), self._warming)

    async def start_kernel(self, **options: Any) -> str:
        """A kernel for a page: a warm one, told where it is, or a new one."""
        while self._warm:
            kernel_id = self._warm.pop(0)
            if await self._told(kernel_id, placed(self.cwd_for_path(options.get("path", "")), options.get("env", {}))):
                asyncio.get_running_loop().call_later(2.0, self.warm_up)  # who came first, opens first
                return kernel_id
            await self._give_up(kernel_id)
        return await self._start(**options)

    async def shutdown_kernel(self, kernel_id: str, *arguments: Any, **options: Any) -> None:
        self.on_end(kernel_id, "ended")
        await ensure_async(super().shutdown_kernel(kernel_id, *arguments, **options))

    def remove_kernel(self, kernel_id: str) -> Any:
        """Forget a kernel that has ended, and all that was held for it.

        A page says farewell first and cuts its line then, so that Jupyter begins to keep messages for its return after
        it had stopped to: four sockets for each reader, of which ZeroMQ has about a thousand.
        """
        held = self._kernel_buffers.pop(kernel_id, None)
        for stream in held["channels"].values() if held else ():
            if not stream.closed():
                stream.close()
        self._kernel_connections.pop(kernel_id, None)
        self._kernel_ports.pop(kernel_id, None)
        return super().remove_kernel(kernel_id)

    def _handle_kernel_died(self, kernel_id: str) -> None:
        """A kernel that died is cleared away and not begun again: its page reloads and gets another one."""
        self.on_end(kernel_id, "died")
        begin(self._give_up(kernel_id), self._ending)
        if kernel_id in self._warm:
            self._warm.remove(kernel_id)
            self.warm_up()

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        if kernel_id not in self._warm:
            await super().cull_kernel_if_idle(kernel_id)

    async def shutdown_all(self, now: bool = False) -> None:
        self.warm_wanted = 0
        for task in tuple(self._warming):
            task.cancel()
        await asyncio.gather(*self._warming, return_exceptions=True)
        await ensure_async(super().shutdown_all(now=now))

    async def _start(self, **options: Any) -> str:
        # What a kernel prints beside its answers would fill the teacher's terminal.
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return await super().start_kernel(**options, **quiet)

    async def _warm_one(self) -> None:
        async with self._one_by_one:
            kernel_id = await self._start(kernel_name="python3", env=dict(os.environ))
            if await self._told(kernel_id, _WARMING):
                self._warm.append(kernel_id)
            else:
                await self._give_up(kernel_id)

    async def _give_up(self, kernel_id: str) -> None:
        if kernel_id in self:  # else it is dead already
            await self.shutdown_kernel(kernel_id, now=True)

    async def _told(self, kernel_id: str, code: str) -> bool:
        """Run code of ours in a kernel; whether it did."""
        if kernel_id not in self:
            return False
        client = self.get_kernel(kernel_id).client()
        client.start_channels(iopub=False, stdin=False, hb=False)
        try:
            asked = client.execute(code, silent=True, store_history=False)
            while True:
                reply = await client.get_shell_msg(timeout=_ANSWER)
                if reply["parent_header"].get("msg_id") == asked:
                    return reply["content"]["status"] == "ok"
        except Exception:  # it is dead, or does not answer: the caller takes another one
            return False
        finally:
            client.stop_channels()


def begin(work: Coroutine[Any, Any, None], held: set[asyncio.Task]) -> None:
    """Begin some work and hold it: what nobody holds may be thrown away before it is done."""
    task = asyncio.ensure_future(work)
    held.add(task)
    task.add_done_callback(held.discard)


def placed(folder: str, env: dict[str, str]) -> str:
    """The code that gives a kernel its folder and its environment; the environment's values are data, never code."""
    changed = json.dumps({name: value for name, value in env.items() if os.environ.get(name) != value})
    return f"import json, os; os.chdir({folder!r}); os.environ.update(json.loads({changed!r})); del json, os"
