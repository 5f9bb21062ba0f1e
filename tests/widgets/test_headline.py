"""The headline: one answer, complete faces."""

from tohit.widgets.headline import Headline


def test_faces_are_completed():
    headline = Headline(faces=[{"face": 1, "hit": False, "rerolled": True}, {"face": 2, "hit": True}])
    assert headline.faces == [
        {"face": 1, "hit": False, "rerolled": True},
        {"face": 2, "hit": True, "rerolled": False},
    ]


def test_several_rolls_have_faces_of_their_own():
    headline = Headline(stages=[{"name": "to hit", "need": "4+", "faces": [{"face": 6, "hit": True}]}])
    assert headline.stages[0]["faces"] == [{"face": 6, "hit": True, "rerolled": False}]


def test_an_answer_travels_in_one_message(record):
    headline = Headline()
    sent = record(headline)
    with headline.hold_sync():
        headline.fraction, headline.percent, headline.need = "2 in 6", "33.3%", "5+"
    assert [message["state"] for message in sent] == [
        {"fraction": "2 in 6", "percent": "33.3%", "need": "5+"}
    ]
