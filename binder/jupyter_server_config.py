"""Binder's server: our pages under voila/render/, the notebooks as its folder."""

from pathlib import Path

from tohit.serve.settings import settings

c = get_config()  # noqa: F821
c.merge(settings())
c.ServerApp.root_dir = str(Path("notebooks").resolve())
c.ServerApp.kernel_websocket_connection_class = "tohit.serve.bounded.Bounded"
