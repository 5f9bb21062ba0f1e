"""JupyterHub on one machine: everybody gets a server with the dashboards, for a group with accounts of its own.

    pip install jupyterhub jupyterlab tohit && npm install -g configurable-http-proxy
    TOHIT_HUB_PASSWORD=... jupyterhub -f binder/hub/jupyterhub_config.py

Each person's server is a process of this machine's user (SimpleLocalProcessSpawner): for people who trust each other.
For others take a spawner that separates them (SystemdSpawner, DockerSpawner) and leave the rest as it is.
"""

import os
import sys
from pathlib import Path

import tohit

c = get_config()  # noqa: F821
here = Path(tohit.__file__).parent
notebooks = here.parent.parent / "notebooks"
if not notebooks.is_dir():
    notebooks = here / "notebooks"  # installed from a wheel

c.JupyterHub.bind_url = os.environ.get("TOHIT_HUB_URL", "http://127.0.0.1:8000")
c.JupyterHub.hub_bind_url = os.environ.get("TOHIT_HUB_INNER", "http://127.0.0.1:8081")
c.JupyterHub.db_url = "sqlite://"  # nothing is remembered
c.JupyterHub.active_server_limit = int(os.environ.get("TOHIT_SEATS", "60"))
c.JupyterHub.concurrent_spawn_limit = 8
c.ConfigurableHTTPProxy.api_url = os.environ.get("TOHIT_HUB_PROXY", "http://127.0.0.1:8001")
c.ConfigurableHTTPProxy.should_start = True

# One password for the group, names chosen by themselves: replace it by the school's own authenticator.
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = os.environ["TOHIT_HUB_PASSWORD"]
c.Authenticator.allow_all = True

c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = os.environ.get("TOHIT_HUB_HOMES", "/tmp/tohit-{username}")
c.Spawner.cmd = [sys.executable, "-m", "jupyterhub.singleuser"]
c.Spawner.environment = {"JUPYTERHUB_SINGLEUSER_APP": "jupyter_server.serverapp.ServerApp"}
c.Spawner.args = [
    f"--config={Path(__file__).resolve().parent.parent / 'jupyter_server_config.py'}",  # as on Binder
    f"--ServerApp.root_dir={notebooks}",
    "--ServerApp.terminals_enabled=False",
]
c.Spawner.default_url = "/voila/render/index.ipynb"
c.Spawner.mem_limit = "1G"  # spawners that separate people enforce these; "simple" only tells the server
c.Spawner.cpu_limit = 1.0
c.Spawner.start_timeout = 120
c.Spawner.http_timeout = 120

# Who has been away for an hour gives the server back: pip install jupyterhub-idle-culler, then take out the marks.
# c.JupyterHub.load_roles = [{"name": "culler", "scopes": ["list:users", "read:users:activity", "read:servers",
#                             "delete:servers"], "services": ["culler"]}]
# c.JupyterHub.services = [{"name": "culler", "command": [sys.executable, "-m", "jupyterhub_idle_culler", "--timeout=3600"]}]
