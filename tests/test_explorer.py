"""The view model: one evaluation a change, undo in gestures, all of a message or nothing."""

import pytest

import tohit
from tohit import explorer as module
from tohit.core import commands
from tohit.explorer import Explorer
from tohit.ready import ready


@pytest.fixture
def explorer():
    scenarios = ready(tohit.ruleset("coup-de-grace"))
    return Explorer(next(iter(scenarios.values())), scenarios)


@pytest.fixture
def asked(monkeypatch):
    """Every question that is evaluated, in order; the real evaluation still runs."""
    seen = []
    real = module.evaluate

    def evaluate(question):
        seen.append(question)
        return real(question)

    monkeypatch.setattr(module, "evaluate", evaluate)
    return seen


class Recorder:
    def __init__(self):
        self.answers, self.errors = [], []

    def show(self, answer):
        self.answers.append(answer)

    def fail(self, error):
        self.errors.append(error)


class Broken(Recorder):
    def show(self, answer):
        raise RuntimeError("this view is broken")


def move(square, gesture=1, done=False):
    return {"mini": "Archer", "at": square, "gesture": gesture, "done": done}


def place(explorer):
    return explorer.question.attacker.at


def test_a_drag_evaluates_once_for_each_new_square(explorer, asked):
    squares = ["C4", "D4", "D5", "D6", "C6", "C7", "C8", "B8", "B9", "B10"]
    for square in squares:
        explorer.ask([move(square)])
        explorer.ask([move(square)])  # the same square again: an echo, a second event
    explorer.ask([move("B10", done=True)])
    assert [question.attacker.at for question in asked] == [(int(s[1:]) - 1, ord(s[0]) - 65) for s in squares]


def test_nothing_is_computed_or_shown_when_nothing_changed(explorer, asked):
    view = Recorder()
    explorer.add(view)
    explorer.ask([move("B4", done=True)])
    explorer.ask([])
    assert asked == []
    assert len(view.answers) == 1


def test_one_drag_is_one_step_of_undo(explorer):
    start = place(explorer)
    for square in ("C4", "D4", "D5"):
        explorer.ask([move(square, gesture=5)])
    explorer.ask([move("D5", gesture=5, done=True)])
    explorer.ask([move("D6", gesture=6, done=True)])
    explorer.ask([{"undo": True}])
    assert place(explorer) == (4, 3)
    explorer.ask([{"undo": True}])
    assert place(explorer) == start
    assert not explorer.can_undo
    explorer.ask([{"redo": True}])
    assert place(explorer) == (4, 3)


def test_escape_gives_back_what_the_gesture_began_with(explorer):
    start = explorer.question
    explorer.ask([move("C4", gesture=9)])
    explorer.ask([move("D4", gesture=9)])
    explorer.ask([{"cancel": True, "gesture": 9}])
    assert explorer.question == start
    assert not explorer.can_undo


def test_a_new_change_forgets_what_was_undone(explorer):
    explorer.ask([move("C4", done=True)])
    explorer.ask([{"undo": True}])
    explorer.ask([move("D4", gesture=2, done=True)])
    assert not explorer.can_redo


def test_a_refused_edit_leaves_question_answer_and_history_alone(explorer, asked):
    explorer.ask([move("C4", done=True)])
    before = (explorer.question, explorer.answer, explorer.can_undo, explorer.can_redo)
    asked.clear()
    with pytest.raises(tohit.SceneError, match="E5"):
        explorer.ask([move("D4", gesture=2), {"mini": "Orc", "at": "E5"}])
    assert (explorer.question, explorer.answer, explorer.can_undo, explorer.can_redo) == before
    assert asked == []


def test_more_dice_than_the_limit_are_refused_before_anything_changes(explorer):
    before = explorer.question
    explorer.ask([{"path": "attack.weapon.abilities", "value": ["shuriken"]}])
    with pytest.raises(tohit.NotationError, match="at most 1000"):
        explorer.ask([{"path": "attack.attacks", "value": 1000}])
    explorer.ask([{"undo": True}])
    assert explorer.question == before


def test_turn_move_ruler_and_undo_in_any_order_lose_nothing(explorer):
    turn = {"mini": "Archer", "facing": "N", "gesture": 1, "done": True}
    explorer.ask([turn, move("C4", gesture=2, done=True), {"distance": 3, "gesture": 3, "done": True}, {"undo": True}])
    assert place(explorer) == (3, 2)
    assert explorer.question.attacker.facing == 0
    explorer.ask([{"undo": True}, {"undo": True}, {"redo": True}])
    assert explorer.question.attacker.facing == 0
    assert place(explorer) == (3, 1)


def test_the_ruler_slides_the_attacker_along_the_line(explorer):
    explorer.ask([{"distance": 4}])
    assert place(explorer) == (3, 4)
    assert explorer.question.attack.overrides.distance is None


def test_the_ruler_sets_the_distance_by_hand_where_the_board_ends(explorer):
    explorer.ask([{"distance": 20}])
    assert place(explorer) == (3, 1)
    assert explorer.question.attack.overrides.distance == 20
    explorer.ask([{"distance": 5}])
    assert explorer.question.attack.overrides.distance is None


def test_a_broken_view_says_so_and_the_others_go_on(explorer):
    before, broken, after = Recorder(), Broken(), Recorder()
    for view in (before, broken, after):
        explorer.add(view)
    explorer.ask([move("C4", done=True)])
    assert len(broken.errors) == 2
    assert before.answers[-1] is after.answers[-1] is explorer.answer


def test_a_ready_scenario_is_one_step_and_an_unknown_one_is_refused(explorer):
    before = explorer.question
    explorer.ask([{"scenario": "surrounded"}])
    assert explorer.question.title == "Surrounded"
    explorer.ask([{"undo": True}])
    assert explorer.question == before
    with pytest.raises(tohit.NotationError, match="surrounded"):
        explorer.ask([{"scenario": "nowhere"}])


def test_a_document_replaces_the_scene_and_one_of_another_system_is_refused(explorer):
    text = tohit.dumps(explorer.scenarios["surrounded"])
    explorer.ask([{"document": text}])
    assert explorer.question == explorer.scenarios["surrounded"]
    with pytest.raises(tohit.NotationError, match="rules"):
        explorer.ask([{"document": text.replace("coup-de-grace", "chess")}])


@pytest.mark.parametrize("key", sorted(tohit.SYSTEMS))
def test_every_system_has_three_ready_scenarios_that_may_be_attacked(key):
    questions = ready(tohit.ruleset(key))
    assert len(questions) == 3
    for question in questions.values():
        assert tohit.evaluate(question).allowed
        assert 0 < tohit.evaluate(question).chance < 1


def said(explorer):
    return [commands.say(entry, explorer.question) for entry in explorer.log]


def test_a_click_on_a_step_goes_there_and_the_others_stay(explorer):
    for gesture, square in enumerate(("C4", "D4", "D5"), 1):
        explorer.ask([move(square, gesture, done=True)])
    explorer.ask([{"step": 1}])
    assert place(explorer) == (3, 2)
    assert (explorer.can_undo, explorer.can_redo) == (True, True)
    explorer.ask([{"step": 3}])
    assert place(explorer) == (4, 3)
    with pytest.raises(tohit.NotationError, match="step: got 9; allowed: a whole number from 0 to 4"):
        explorer.ask([move("D6", 9), {"step": 9}])
    assert place(explorer) == (4, 3)


def test_two_steps_are_marked_to_be_compared_and_keep_their_questions(explorer):
    explorer.ask([move("C4", 1, done=True)])
    explorer.ask([{"mark": "a", "step": 0}, {"mark": "b", "step": 1}])
    start, moved = explorer.scenarios["archer-on-the-wall"], explorer.question
    assert explorer.marked == {"a": start, "b": moved}
    explorer.ask([{"undo": True}, move("B5", 2, done=True)])  # step 1 is another one now
    assert explorer.marked == {"a": start, "b": moved}
    assert explorer.marks == {"a": 0}
    explorer.ask([{"mark": "a", "step": None}])
    assert set(explorer.marked) == {"b"}
    for wrong in ({"mark": "c", "step": 0}, {"mark": "a", "step": 99}):
        with pytest.raises(tohit.NotationError, match="allowed"):
            explorer.ask([wrong])


def test_every_gesture_appears_as_the_command_that_would_do_it(explorer):
    start = explorer.question
    for square in ("C4", "D4", "D5"):
        explorer.ask([move(square, gesture=5)])
    assert said(explorer) == []  # not before it is finished
    explorer.ask([move("D5", gesture=5, done=True)])
    for number, square in enumerate(("G8", "G9")):
        explorer.ask([{"square": square, "terrain": "wall", "gesture": 6, "done": number == 1}])
    explorer.ask([{"distance": 3, "gesture": 7, "done": True}, {"undo": True, "gesture": 8}, {"path": "minis[0].stats.hp", "value": 1}])
    explorer.ask([move("D6", gesture=9), {"cancel": True, "gesture": 9}])
    assert said(explorer) == [["Archer to D5"], ["wall G8 G9"], ["distance 3"], ["undo"], ["Archer hp 1"]]
    told = "\n".join(line for lines in said(explorer) for line in lines)
    again = Explorer(start, explorer.scenarios)
    again.ask([{"say": told}])
    assert again.question == explorer.question


def test_several_lines_are_a_step_each_and_all_or_none(explorer):
    before = explorer.question
    explorer.ask([{"say": "Archer to C5\nwall G8 G9\nadd Guard 2 on B9 for red", "gesture": 4, "done": True}])
    assert place(explorer) == (4, 2)
    explorer.ask([{"undo": True}, {"undo": True}])
    assert place(explorer) == (4, 2)
    explorer.ask([{"undo": True}])
    assert explorer.question == before
    with pytest.raises(tohit.NotationError, match="line 2: “fly” is no command"):
        explorer.ask([{"say": "Archer to C5\nfly"}])
    assert explorer.question == before
    with pytest.raises(tohit.SceneError, match="line 2: Archer cannot stand on E5"):
        explorer.ask([{"say": "Archer to C5\nArcher to E5"}])
    assert explorer.question == before


def test_the_log_is_bounded_even_for_large_documents(explorer):
    text = tohit.dumps(explorer.scenarios["surrounded"])
    for gesture in range(300):
        explorer.ask([move("C4" if gesture % 2 else "C5", gesture, done=True)])
    explorer.ask([{"document": text}])
    assert len(explorer.log) == 200
    [line] = said(explorer)[-1]
    assert line.startswith("open #s=1")
    explorer.ask([{"undo": True}, {"say": line}])
    assert explorer.question == explorer.scenarios["surrounded"]
