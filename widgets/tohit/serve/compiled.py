"""Templates compiled once for the whole server: Voila makes an exporter for each page, and that compiles all of them anew."""

from __future__ import annotations

from types import CodeType

from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket
from voila import notebook_renderer
from voila.exporter import VoilaExporter

__all__ = ["Exporter", "compile_once"]


class Compiled(BytecodeCache):
    """Compiled templates by name and source; there are about a dozen."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._codes[bucket.key, bucket.checksum] = bucket.code


_COMPILED = Compiled()


class Exporter(VoilaExporter):
    """Voila's exporter with the compiled templates of the exporters before it."""

    def _create_environment(self) -> Environment:
        environment = super()._create_environment()
        environment.bytecode_cache = _COMPILED
        return environment


def compile_once() -> None:
    """Let Voila make its pages with our exporter; it offers no option for that."""
    notebook_renderer.VoilaExporter = Exporter
