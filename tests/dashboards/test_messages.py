"""How much a move sends: panels and face strip in one message, all other charts in a second one, tables in a third."""

import pytest
from ipywidgets import Widget

import tohit
from tohit.dashboards.sealed import parts


@pytest.fixture
def archer():
    made = tohit.explore("coup-de-grace").page
    yield made
    made.close()


@pytest.fixture
def sent(archer):
    """Every message from now on but those of the keeper, which wait for the end of a drag: the widget, and what of it."""
    def is_kept(state):
        return {key for key, _ in state.get("parcel", {}).get("states", ())} == {archer.keeper.model_id}

    messages: list[tuple[Widget, dict]] = []
    for widget in parts(archer.widget):
        def publish(msg_type, data=None, widget=widget, **keys):
            if msg_type == "comm_msg" and not is_kept(data["state"]):
                messages.append((widget, data["state"]))

        widget.comm.publish_msg = publish
    return messages


def move(page, square, n=1):
    page.board.set_state({"edit": {"edits": [{"n": n, "gesture": n, "done": True, "mini": "Archer", "at": square}]}})


def test_panels_and_faces_come_first_then_every_other_chart_then_tables(archer, sent):
    move(archer, "G4")
    assert [widget for widget, _ in sent if widget is archer.board] == [archer.board] * 3
    first, second, third = ([key for key, _ in state["parcel"]["states"]] for widget, state in sent if widget is archer.board)
    faces = {widget.model_id for widget in (*archer.faces.texts, *archer.faces.parts)}
    panels = {panel.model_id for panel in archer.panels}
    assert set(first) <= panels | faces and faces & set(first)
    last_panel = max(place for place, key in enumerate(first) if key in panels)
    assert last_panel < first.index(archer.faces.figure.marks[0].model_id)
    others = [chart for chart in archer.charts if chart is not archer.faces]
    assert set(second) <= {widget.model_id for chart in others for widget in (*chart.texts, *chart.parts)}
    tables = {chart.numbers.model_id for chart in archer.charts}
    assert set(third) <= tables | {archer.heat.model_id} and tables & set(third)
    assert not tables & {*first, *second}
    assert len(sent) == 3


def test_each_message_has_what_belongs_together(archer, sent):
    move(archer, "G4")
    panels, rest, _ = ([(key, state) for key, state in message["parcel"]["states"]] for _, message in sent)
    assert dict(panels)[archer.headline.model_id]["percent"] == archer.headline.percent
    assert dict(panels)[archer.ruler.model_id]["value"] == 2
    assert sent[0][1]["applied"] == 1
    texts = {chart.text.model_id: {"value": chart.text.value} for chart in archer.charts}
    told = {key: state for key, state in [*panels, *rest] if key in texts}
    assert len(told) >= 4
    assert told.items() <= texts.items()


def test_labels_of_an_axis_come_before_its_ticks(archer, sent):
    move(archer, "G4")
    for _, message in sent:
        states = message["parcel"]["states"]
        labelled = [key for key, state in states if "tick_labels" in state]
        assert not any("tick_labels" in state and "tick_values" in state for _, state in states)
        for key in labelled:
            steps = [name for model, state in states if model == key for name in state]
            assert steps.index("tick_labels") < steps.index("num_ticks")


def test_a_square_with_the_same_answer_leaves_the_charts_alone(archer, sent):
    archer.board.set_state({"edit": {"edits": [{"n": 1, "gesture": 1, "done": True, "mini": "Wolf", "at": "A1"}]}})
    assert [widget for widget, _ in sent] == [archer.board]
