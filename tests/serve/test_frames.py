"""What a page may say: each bound of a frame, with harmless shapes of what goes beyond it."""

from __future__ import annotations

import json
import time
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wire import CONTROL, frame, pack

from tohit.serve.frames import FRAME, Refused, read

UPDATE = {"comm_id": "c", "data": {"method": "update", "state": {"edit": {"edits": []}}, "buffer_paths": []}}
HEADER = {"msg_id": "m", "msg_type": "comm_msg", "session": "s", "username": "", "version": "5.2"}


def raw(content: bytes = b"{}", header: bytes | None = None, parent: bytes = b"{}", metadata: bytes = b"{}",
        channel: bytes = b"shell") -> bytes:
    return pack([channel, header or json.dumps(HEADER).encode(), parent, metadata, content])


def update(**changed: object) -> bytes:
    return frame("comm_msg", {"comm_id": "c", "data": {**UPDATE["data"], **changed}})


@pytest.mark.parametrize("good", [
    frame("comm_msg", UPDATE),
    frame("comm_msg", {"comm_id": "c", "data": {"method": "request_states"}}),
    frame("comm_msg", {"comm_id": "c", "data": {"method": "custom", "content": {"event": "click"}}}),
    frame("comm_open", {"comm_id": "c", "target_name": CONTROL, "data": {}}),
    frame("comm_close", {"comm_id": "c", "data": {}}),
    frame("comm_info_request", {"target_name": "jupyter.widget"}),
    frame("kernel_info_request", {}),
    frame("kernel_info_request", {}, channel="control"),
    frame("comm_msg", {"comm_id": "c", "data": {"method": "update", "state": {"value": None}, "buffer_paths": [["value"]]}},
          buffers=[b"\x00\x01"]),
    frame("comm_msg", UPDATE, subshell_id=None),
])
def test_what_a_page_says_is_read(good: bytes) -> None:
    message = read(good)
    assert message.kind in good.decode("latin-1")


DEEP = b'{"a":' + b"[" * 64 + b"]" * 64 + b"}"
BAD = {
    "protocol": ["{}", "x" * 100],
    "size": [b"\x00" * (FRAME + 1), "x" * (FRAME + 1)],
    "offsets": [
        b"", b"\x06", b"\x00" * 8, b"\xff" * 64, (2**40).to_bytes(8, "little") + b"\x00" * 64, (5).to_bytes(8, "little") * 7,
        frame("comm_msg", UPDATE)[:-1], frame("comm_msg", UPDATE) + b"x", pack([b"shell", b"{}", b"{}", b"{}"]),
        frame("comm_msg", UPDATE, buffers=[b""] * 65),
        (6).to_bytes(8, "little") + b"".join(n.to_bytes(8, "little") for n in (56, 60, 58, 62, 64, 66)) + b"x" * 10,
    ],
    "channel": [raw(channel=b"iopub"), raw(channel=b"stdin"), raw(channel=b""), raw(channel=b"\xff\xfe")],
    "header": [
        raw(header=json.dumps(HEADER | extra).encode())
        for extra in ({"msg_id": 1}, {"session": None}, {"username": "x" * 200}, {"date": "9999-99-99T99:99:99Z"}, {"date": 7},
                      {"other": 1}, {"subshell_id": "s"}, {"msg_id": "2026-99-99T00:00:00Z"}, {"msg_type": ["comm_msg"]})
    ] + [raw(header=b"{" + b" " * 5000 + b"}"), raw(header=b"{}"), raw(parent=b'{"msg_id": 1}'), raw(metadata=b" " * 5000)],
    "json": [
        raw(content=content)
        for content in (b"", b"[]", b"1", b"{", b'{"a": NaN}', b'{"a": Infinity}', b'{"a": -Infinity}', b'{"a": 1e999}',
                        b'{"a": ' + b"1" * 21 + b"}", b'{"a": 1, "a": 2}', b'{"a": "\\ud800"}', b'{"a": "\\udc00x"}', b"\xff",
                        b'{"a": "\x00"}', DEEP, b'{"a":' + b"[" * 100_000, b"[" * 200_000)
    ] + [raw(header=b"[]"), raw(metadata=b"null"), raw(metadata=b'{"a": 1, "a": 1}')],
    "kind": [frame(kind, {}) for kind in ("execute_request", "shutdown_request", "interrupt_request", "input_reply",
                                          "debug_request", "complete_request", "inspect_request", "history_request", "",
                                          "is_complete_request", "create_subshell_request", "connect_request")]
    + [frame("comm_msg", UPDATE, channel="control"), frame("shutdown_request", {}, channel="control")],
    "comm": [frame("comm_msg", content) for content in ({}, {"comm_id": 1, "data": {}}, {"comm_id": "", "data": {}},
                                                        {"comm_id": "x" * 200, "data": {}}, {"comm_id": "c", "data": []})],
    "target": [frame("comm_open", {"comm_id": "c", "target_name": name, "data": {}})
               for name in ("jupyter.widget", "matplotlib", "", None, [CONTROL])],
    "method": [update(method=name) for name in ("", "echo_update", None, ["update"], {}, "__init__")] + [frame("comm_msg", {"comm_id": "c", "data": {}})],
    "private": [update(state={name: 1}) for name in ("_model_name", "_esm", "_", "__class__")] + [update(state=[])],
    "buffers": [
        update(buffer_paths=[["value"]]), update(buffer_paths={}), frame("kernel_info_request", {}, buffers=[b"x"]),
        frame("comm_close", {"comm_id": "c", "data": {}}, buffers=[b"x"]),
        *(frame("comm_msg", {"comm_id": "c", "data": UPDATE["data"] | {"buffer_paths": paths}}, buffers=[b"x"])
          for paths in ([], [["_esm"]], [[]], ["value"], [[0]], [["value", None]], [["value", True]], [["value"], ["value"]],
                        [["a"] * 65])),
    ],
}


@pytest.mark.parametrize(("reason", "bad"), [(reason, bad) for reason, bads in BAD.items() for bad in bads])
def test_everything_else_is_refused_with_a_word_and_at_once(reason: str, bad: bytes | str) -> None:
    start = time.perf_counter()
    with pytest.raises(Refused, match=f"^{reason}$"):
        read(bad)
    assert time.perf_counter() - start < 0.05


def test_nesting_up_to_the_limit_and_long_lists_are_read() -> None:
    state = {"state": {"a": [[[] for _ in range(500)]]}}
    assert read(update(**state)).content["data"]["state"] == state["state"]
    deepest = '{"comm_id": "c", "data": {"method": "update", "state": {"a": ' + "[" * 61 + "]" * 61 + "}}}"
    assert read(raw(content=deepest.encode())).comm == "c"
    with pytest.raises(Refused, match="json"):
        read(raw(content=deepest.replace("[]", "[[]]").encode()))


def test_a_pair_of_halves_is_one_character() -> None:
    assert read(raw(content=json.dumps(UPDATE | {"note": "🎲"}).encode())).content["note"] == "🎲"


@settings(max_examples=400, deadline=None, derandomize=True, database=None)
@given(st.data())
def test_whatever_comes_is_read_or_refused(data: st.DataObject) -> None:
    good = frame("comm_msg", UPDATE)
    bad = bytearray(data.draw(st.binary(max_size=200) | st.just(good)))
    for _ in range(data.draw(st.integers(0, 4))):
        if bad:
            bad[data.draw(st.integers(0, len(bad) - 1))] = data.draw(st.integers(0, 255))
    try:
        message = read(bytes(bad))
    except Refused:
        return
    assert message.kind in ("comm_msg", "comm_open", "comm_close", "comm_info_request", "kernel_info_request")


def test_a_frame_is_not_inflated() -> None:
    with pytest.raises(Refused):
        read(zlib.compress(b"0" * 10_000_000))
