"""How much a move sends: the panels in one message, each changed mark in its own, what the charts say in one."""

import pytest
from ipywidgets import HTML, Widget

import tohit
from tohit.dashboards.sealed import parts


@pytest.fixture
def archer():
    made = tohit.explore("coup-de-grace").page
    yield made
    made.close()


@pytest.fixture
def sent(archer):
    """Every message from now on: the widget, and what of it."""
    messages: list[tuple[Widget, dict]] = []
    for widget in parts(archer.widget):
        def publish(msg_type, data=None, widget=widget, **keys):
            if msg_type == "comm_msg":
                messages.append((widget, data["state"]))

        widget.comm.publish_msg = publish
    return messages


def move(page, square, n=1):
    page.board.set_state({"edit": {"edits": [{"n": n, "gesture": n, "done": True, "mini": "Archer", "at": square}]}})


def test_panels_come_first_then_marks_then_what_the_charts_say(archer, sent):
    move(archer, "G4")
    widgets = [widget for widget, _ in sent]
    assert widgets[0] is widgets[-1] is archer.board
    assert archer.board not in widgets[1:-1]
    assert not any(isinstance(widget, HTML) for widget in widgets)
    marks = [mark for chart in archer.charts for mark in chart.figure.marks]
    assert widgets[1] is archer.faces.figure.marks[0]
    assert all(widget in marks or type(widget).__name__ in ("Axis", "LinearScale") for widget in widgets[1:-1])
    assert len(sent) <= 10


def test_the_first_message_has_every_panel_and_the_last_every_sentence(archer, sent):
    move(archer, "G4")
    panels, texts = (state["parcel"]["states"] for _, state in (sent[0], sent[-1]))
    assert panels[archer.headline.model_id]["percent"] == archer.headline.percent
    assert panels[archer.ruler.model_id]["value"] == 2
    assert sent[0][1]["applied"] == 1
    assert len(texts) >= 4
    assert texts.items() <= {chart.text.model_id: {"value": chart.text.value} for chart in archer.charts}.items()


def test_a_square_with_the_same_answer_leaves_the_charts_alone(archer, sent):
    archer.board.set_state({"edit": {"edits": [{"n": 1, "gesture": 1, "done": True, "mini": "Wolf", "at": "A1"}]}})
    assert [widget for widget, _ in sent] == [archer.board]
