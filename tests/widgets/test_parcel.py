"""One message for many widgets: what is put in, and that everything sends for itself again afterwards."""

import pytest
from bqplot import Axis, LinearScale
from ipywidgets import HTML

from tohit.widgets import Headline, Ledger


def test_any_widget_can_travel(record):
    carrier, text = Ledger(), HTML()
    sent = record(carrier, text)
    with carrier.parcelled([text]):
        text.value = "first"
        text.value = "second"
    assert [message["model"] for message in sent] == [carrier.model_id]
    assert sent[0]["state"]["parcel"]["states"] == [[text.model_id, {"value": "second"}]]
    text.value = "third"
    assert [message["state"] for message in sent[1:]] == [{"value": "third"}]


def test_a_widget_in_two_parcels_sends_for_itself_only_after_the_outer_one(record):
    carrier, other, panel = Ledger(), Ledger(), Headline()
    sent = record(carrier, other, panel)
    with carrier.parcelled([panel]):
        with other.parcelled([panel]):
            panel.need = "5+"
        panel.percent = "33%"
    assert panel.model_id not in [message["model"] for message in sent]
    panel.need = "6+"
    assert sent[-1]["model"] == panel.model_id


def test_an_error_inside_leaves_the_widget_sending(record):
    carrier, text = Ledger(), HTML()
    sent = record(carrier, text)
    with pytest.raises(RuntimeError), carrier.parcelled([text]):
        text.value = "half done"
        raise RuntimeError
    assert sent[0]["state"]["parcel"]["states"] == [[text.model_id, {"value": "half done"}]]
    text.value = "done"
    assert sent[-1]["state"] == {"value": "done"}


def test_changes_in_steps_keep_their_order_and_come_last(record):
    carrier, text, axis = Ledger(), HTML(), Axis(scale=LinearScale())
    sent = record(carrier, text, axis)
    with carrier.parcelled([text], stepwise=[axis]):
        axis.tick_labels = {"1": "one"}
        axis.label = "ways"
        text.value = "said"
    states = sent[0]["state"]["parcel"]["states"]
    assert [message["model"] for message in sent] == [carrier.model_id]
    assert states == [
        [text.model_id, {"value": "said"}], [axis.model_id, {"tick_labels": {"1": "one"}}], [axis.model_id, {"label": "ways"}],
    ]
