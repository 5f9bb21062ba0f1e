"""Several server processes behind nginx, for more people than one process holds.

nginx keeps each reader at the process that has their kernel, by a cookie with nothing but the process's number.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from socket import socket
from typing import Any

from tohit.serve.address import address, first_free, network_address
from tohit.serve.house import default_seats
from tohit.serve.options import Options
from tohit.words import Words

__all__ = ["SHARD", "configuration", "run_shards"]

SHARD = "TOHIT_SHARD"
"""The environment variable by which a process behind nginx knows its number, the common secret and where all tell who is in."""

_CONFIGURATION = """\
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log error;
worker_processes 1;
worker_rlimit_nofile 8192;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  server_tokens off;
  client_max_body_size 64k;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  tcp_nodelay on;
  map $http_upgrade $connection_upgrade {{ default upgrade; '' close; }}
  split_clients $request_id $anyone {{ {shares} }}
  map $cookie_tohit_shard $shard {{ default $anyone; {known} }}
{upstreams}
  server {{
    {listen}
    location / {{
      proxy_pass http://$shard;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Real-IP $remote_addr;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_buffering off;
      proxy_read_timeout 120s;
    }}
  }}
}}
"""


def configuration(folder: Path, listen: list[str], ports: list[int]) -> str:
    """nginx's configuration: whoever comes new is given any process, and stays there.

    Args:
        folder: where nginx may write.
        listen: the addresses to listen on, as nginx takes them.
        ports: where the processes listen, on this computer's own address.
    """
    share = 100 / len(ports)
    shares = [f"{share:.2f}% s{number};" for number in range(1, len(ports))] + [f"* s{len(ports)};"]
    return _CONFIGURATION.format(
        folder=folder,
        listen="\n    ".join(f"listen {place};" for place in listen),
        shares=" ".join(shares),
        known=" ".join(f"{number} s{number};" for number in range(1, len(ports) + 1)),
        upstreams="\n".join(f"  upstream s{n} {{ server 127.0.0.1:{port}; }}" for n, port in enumerate(ports, 1)),
    )


def run_shards(options: Options, sockets: list[socket], text: Words) -> int:
    """Run the processes and nginx until one of them ends or this one is told to; the exit code."""
    nginx = shutil.which("nginx")
    if nginx is None:
        print(text("serve.nofront"), file=sys.stderr)
        return 2
    port = sockets[0].getsockname()[1]
    listen = [place(bound) for bound in sockets]
    for bound in sockets:
        bound.close()
    ports, teachers = free_ports(options.shards), free_ports(options.shards)
    known = {"secret": secrets.token_hex(32), "teachers": teachers}
    with tempfile.TemporaryDirectory(prefix="tohit-") as made:
        written = Path(made) / "nginx.conf"
        written.write_text(configuration(Path(made), listen, ports), encoding="utf-8")
        started = [shard(options, port, known | {"number": number}) for number, port in enumerate(ports, 1)]
        started.append(subprocess.Popen([nginx, "-p", made, "-c", str(written)], stderr=subprocess.DEVNULL))
        home = address("" if options.lan else options.host, port)
        query = f"?token={options.token}" if options.token else ""
        print(text("serve.shards", shards=options.shards))
        print(text("serve.ready", address=home + query))
        if options.lan and (board := network_address(port)):
            print(text("serve.board", address=board + query))
        if options.public_url:
            print(text("serve.public", address=f"{options.public_url}/{query}"))
        print(text("serve.teacher", address=address("127.0.0.1", teachers[0])))
        print(text("serve.stop"), flush=True)
        return wait(started)


def free_ports(count: int) -> list[int]:
    """Ports of this computer's own address that nobody listens on."""
    bound = [first_free("127.0.0.1", 0) for _ in range(count)]
    ports = [sockets[0].getsockname()[1] for sockets in bound]
    for sockets in bound:
        sockets[0].close()
    return ports


def place(bound: socket) -> str:
    """Where a socket is bound, as nginx takes it."""
    host, port = bound.getsockname()[:2]
    return f"[{host}]:{port} ipv6only=on" if ":" in host else f"{host}:{port}"


def shard(options: Options, port: int, known: dict[str, Any]) -> subprocess.Popen:
    """One server process, told its number and the secret by its environment, which other users cannot read."""
    command = [sys.executable, "-m", "tohit", "serve", str(options.folder), "--no-browser", "--port", str(port)]
    for name in ("preheat", "memory", "grace"):
        command += [f"--{name}", str(getattr(options, name))]
    seats = options.seats or default_seats(options.shards)[0]
    command += ["--seats", str(max(1, -(-seats // options.shards)))]
    if options.public_url:
        command += ["--public-url", options.public_url]
    if options.log:
        command += ["--log", options.log]
    for host in options.embed_in:
        command += ["--embed-in", host]
    env = os.environ | {SHARD: json.dumps(known)}
    if options.token:
        command += ["--token"]
        env["TOHIT_TOKEN"] = options.token
    if options.password:
        command += ["--password"]
        env["TOHIT_PASSWORD"] = options.password
    # A process group of its own: Ctrl+C comes to this process, which ends the others in their time.
    return subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, start_new_session=True)


def wait(started: list[subprocess.Popen]) -> int:
    """Wait for the first of them to end, or to be told; then end them all, nginx last."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    code = 1
    try:
        while all(process.poll() is None for process in started):
            time.sleep(0.2)
    except (KeyboardInterrupt, SystemExit):
        code = 0
    finally:
        for process in started[:-1]:
            process.terminate()
        for process in started[:-1]:
            process.wait()
        started[-1].terminate()
        started[-1].wait()
    return code
