"""The line between page and kernel is given up only when it has been silent for longer than one ping takes."""

import signal

from tohit.serve import app


def test_a_line_is_not_given_up_at_its_first_ping(tmp_path):
    """Jupyter compares the silence at the first ping already: as long as the interval, it cut every line at 30 s."""
    before = signal.getsignal(signal.SIGTERM)
    made = app.App(folder=tmp_path, sockets=[], browse="")
    try:
        made.initialize([])
        made.connection_dir = str(tmp_path)
        settings = made.init_settings()
    finally:
        signal.signal(signal.SIGTERM, before)
    assert 0 < 2 * settings["ws_ping_interval"] <= settings["ws_ping_timeout"]
