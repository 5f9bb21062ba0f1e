"""Minis, board, steps, commands and the page's voice, by mouse, by finger and by keys, on the real page."""

from __future__ import annotations

import pytest

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LIMIT = 8_000
COUNT_SAID = """() => {
  window.said = [];
  const node = document.querySelector(".tohit-voice");
  new MutationObserver(() => window.said.push(node.textContent.trim())).observe(node, { childList: true, characterData: true, subtree: true });
}"""


def said(made):
    """Every sentence that the voice spoke since it was listened to."""
    return made.page.evaluate("window.said")


def expect_said(made, words):
    made.page.wait_for_function("(words) => window.said.at(-1) === words", arg=words, polling=20, timeout=LIMIT)


def expect_square(made, square, *words):
    name = "".join(f'[aria-label*="{word}"]' for word in words)
    made.find(f'[data-square="{square}"]{name}').wait_for(state="attached", timeout=LIMIT)


def choose(made, square):
    """Click a square, and put a mini that this picks up down again."""
    made.page.mouse.click(*made.spot(square))
    made.page.keyboard.press("Escape")


def strip(made, name):
    return made.find(".tohit-handling").get_by_role("button", name=name, exact=True)


def command(made, line):
    box = made.find(".tohit-commands input")
    if not box.is_visible():
        made.find(".tohit-commands > details > summary").click()
    box.fill(line)
    box.press("Enter")


def touch(page, *way, ids=1):
    """One finger (or several side by side) along some points, as the browser's own touch events."""
    devtools = page.context.new_cdp_session(page)
    for kind, spot in [("touchStart", way[0]), *(("touchMove", spot) for spot in way[1:]), ("touchEnd", None)]:
        points = [{"x": spot[0] + 40 * one, "y": spot[1], "id": one} for one in range(ids)] if spot else []
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.wait_for_timeout(25)


def between(start, end, steps=8):
    return [tuple(a + (b - a) * step / steps for a, b in zip(start, end, strict=True)) for step in range(steps + 1)]


def test_a_mini_is_added_renamed_turned_coat_laid_down_copied_and_removed_by_single_clicks(explorer):
    """Each of them is one step of undo; the shape on the board and the question follow."""
    made = explorer()
    choose(made, "B9")
    strip(made, "Add a mini here").click()
    made.tell(add="B9")
    made.expect()
    made.find(".tohit-handling input").nth(0).fill("Scout")
    made.page.keyboard.press("Enter")
    made.tell(mini="Mini 2", name="Scout")
    made.expect()
    made.find(".tohit-handling input").nth(1).fill("green")
    made.page.keyboard.press("Enter")
    made.tell(mini="Scout", side="green")
    expect_square(made, "B9", "Scout", "green")
    strip(made, "Lay down").click()
    made.tell(mini="Scout", downed=True)
    expect_square(made, "B9", "downed")
    assert "scale" in made.find('[data-mini="Scout"] .body').get_attribute("transform")
    strip(made, "Get up").click()
    made.tell(mini="Scout", downed=False)
    strip(made, "Copy").click()
    made.tell(add=None, like="Scout")
    made.expect()
    strip(made, "Remove").press("Enter")
    made.tell(mini="Scout", remove=True)
    made.expect()
    made.page.wait_for_function("document.activeElement.textContent === 'Add a mini here'", polling=20, timeout=LIMIT)
    for _ in range(7):
        made.undo()
    made.expect()
    assert "Scout" not in made.shown()["minis"]


def test_what_cannot_be_removed_or_called_so_says_why_at_the_strip_and_once_aloud(explorer):
    made = explorer()
    choose(made, "B4")
    made.page.evaluate(COUNT_SAID)
    strip(made, "Remove").click()
    sentence = "Archer must stay, because it attacks; choose another attacker first."
    made.find(".tohit-handling .tohit-failed").get_by_text(sentence).wait_for(timeout=LIMIT)
    expect_said(made, sentence)
    assert said(made) == [sentence]
    made.find(".tohit-handling input").nth(0).fill("Orc")
    made.page.keyboard.press("Enter")
    made.find(".tohit-handling .tohit-failed").get_by_text("the name “Orc” is taken").wait_for(timeout=LIMIT)
    made.expect()


def test_the_stats_of_any_mini_are_edited(explorer):
    made = explorer()
    choose(made, made.place("Wolf"))
    strip(made, "Stats").click()
    form = made.find(".tohit-controls-selected")
    form.locator("summary").get_by_text("Wolf").wait_for(timeout=LIMIT)
    made.find(".tohit-controls-selected[open]").wait_for(timeout=LIMIT)
    form.get_by_role("button", name="Defence Value: one more").or_(form.locator("button", has_text="+")).first.click()
    command(made, "help")
    made.find(".tohit-commands li").get_by_text("Wolf defence").wait_for(timeout=LIMIT)


def test_the_board_changes_size_as_far_as_nothing_falls_off_and_is_cleared(explorer):
    made = explorer()
    made.find(".tohit-handling-board summary").click()
    strip(made, "One column more").click()
    made.tell(board={"columns": made.truth.question.scene.grid.columns + 1})
    made.find('[data-square="M1"]').wait_for(state="attached", timeout=LIMIT)
    strip(made, "Clear terrain").click()
    made.tell(clear="terrain")
    made.expect()
    while not (refusal := made.find(".tohit-handling .tohit-failed")).is_visible():
        strip(made, "One row less").click()
        made.settle()
    assert "would fall off a board of 13 ×" in refusal.text_content()
    strip(made, "New board").click()
    made.find('[data-mini="A"]').wait_for(timeout=LIMIT)
    assert made.find("[data-mini]").count() == 2


def test_a_stroke_of_cover_belongs_to_the_side_that_was_chosen(explorer):
    made = explorer("dark-age")
    made.find('.tohit-board [data-tool="heavy"]').first.click()
    owner = made.find(".tohit-board .owner select")
    side = owner.locator("option").nth(1).get_attribute("value")
    owner.select_option(side)
    made.page.mouse.move(*made.spot("B9"))
    made.page.mouse.down()
    made.page.mouse.move(*made.spot("D9"), steps=6)
    made.page.mouse.up()
    made.settle()
    for square in ("B9", "C9", "D9"):
        expect_square(made, square, "heavy cover", f"controlled by {side}")
    made.find(".tohit-toolbar-history button").first.click()
    made.settle()
    assert "heavy" not in made.find('[data-square="C9"]').get_attribute("aria-label")
    made.find('.tohit-board .tools [data-tool="move"]').click()
    assert not owner.is_visible()


def test_a_flood_of_moves_ends_where_the_hand_lets_go_and_a_quick_stroke_has_no_gaps(explorer):
    """A drag across 400 squares: fewer messages than squares at once, the last square wins; a wall in two mouse events."""
    made = explorer()
    command(made, "board 20x20")
    made.tell(board={"columns": 20, "rows": 20})
    made.find('[data-square="T20"]').wait_for(state="attached", timeout=LIMIT)
    made.find(".tohit-commands > details > summary").click()
    made.page.mouse.move(*made.spot("B4"))
    corners = {square: made.spot(square) for row in range(9, 21) for square in (f"B{row}", f"S{row}")}
    before = made.proposed()
    made.page.mouse.move(*made.spot("B4"))
    made.page.mouse.down()
    for row in range(9, 21):
        for square in (f"B{row}", f"S{row}") if row % 2 else (f"S{row}", f"B{row}"):
            made.page.mouse.move(*corners[square], steps=18)
    made.page.mouse.move(*corners["S20"], steps=3)
    made.page.mouse.up()
    made.tell(mini="Archer", at="S20")
    made.expect()
    assert 20 < made.proposed() - before < 460
    made.undo()
    made.expect()
    made.find('.tohit-board [data-tool="wall"]').first.click()
    made.page.mouse.move(*made.spot("C10"))
    made.page.mouse.down()
    made.page.mouse.move(*made.spot("L10"), steps=1)
    made.page.mouse.up()
    made.settle()
    shown = made.shown()["walls"]
    assert {f"{letter}10" for letter in "CDEFGHIJKL"} <= set(shown)


def test_a_click_on_a_thumbnail_goes_to_that_step_and_the_others_stay(explorer):
    made = explorer()
    made.find(".tohit-steps-strip summary").click()
    for square in ("C4", "D4", "D3"):
        made.drag("Archer", square)
        made.settle()
    steps = made.find(".tohit-steps-strip li")
    steps.nth(3).wait_for(timeout=LIMIT)
    steps.nth(1).locator(".tohit-steps-strip-go").click()
    made.tell(step=1)
    made.expect()
    assert steps.count() == 4
    made.find('.tohit-steps-strip-go[aria-current="step"]').get_by_text("1", exact=True).wait_for(timeout=LIMIT)
    for place, mark in ((0, "a"), (3, "b"), (2, "a")):
        steps.nth(place).locator(f'[data-mark="{mark}"]').click()
        steps.nth(place).locator(f'[data-mark="{mark}"][aria-pressed="true"]').wait_for(timeout=LIMIT)
    assert made.find('.tohit-steps-strip [aria-pressed="true"]').count() == 2
    assert steps.nth(3).locator("circle, rect.side-2, path[class^=side]").count() >= 2
    steps.nth(3).locator(".tohit-steps-strip-go").click()
    made.tell(step=3)
    made.expect()


def test_a_command_does_what_a_gesture_does_and_every_gesture_is_logged_as_one(explorer):
    made = explorer()
    made.drag("Archer", "C4", "D4")
    command(made, "archer to D3")
    made.tell(mini="Archer", at="D3")
    made.expect()
    made.turn("N")
    made.settle()
    made.speak("fr")
    made.expect()
    log = made.find(".tohit-commands ol li")
    log.get_by_text("Archer regarde N").wait_for(timeout=LIMIT)
    assert log.all_text_contents() == ["Archer vers D4", "Archer vers D3", "Archer regarde N"]
    command(made, "annuler")
    made.tell(undo=True)
    made.expect()
    made.find(".tohit-commands input:not([aria-invalid])").wait_for()
    assert made.find(".tohit-commands input").input_value() == ""


def test_a_log_that_is_pasted_back_is_done_again_all_of_it_or_none(explorer):
    made = explorer()
    command(made, "Archer to D4")
    made.tell(mini="Archer", at="D4")
    made.expect()
    paste = """(text) => {
      const box = document.querySelector(".tohit-commands input");
      const data = new DataTransfer();
      data.setData("text/plain", text);
      box.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }"""
    made.page.evaluate(paste, "Archer to D3\nwall D99\n")
    made.find(".tohit-commands .tohit-failed").get_by_text("line 2: got \"D99\"").wait_for(timeout=LIMIT)
    made.expect()
    made.page.evaluate(paste, "Archer to D3\nwall D9 D10\nundo\nArcher face N\n")
    made.tell(mini="Archer", at="D3")
    made.tell(mini="Archer", facing="N")
    made.expect()


def test_a_line_that_is_no_command_stays_in_the_box_and_says_what_is_allowed(explorer):
    made = explorer()
    command(made, "Archr to D4")
    made.find(".tohit-commands .tohit-failed").get_by_text("there is no mini called “Archr”; allowed: Archer").wait_for(timeout=LIMIT)
    assert made.find(".tohit-commands input").input_value() == "Archr to D4"
    made.find(".tohit-commands input").fill("Archer attack O")
    options = made.find(".tohit-commands datalist option").evaluate_all("(nodes) => nodes.map((node) => node.value)")
    assert options == ["Archer attack Orc"]
    made.expect()


def test_the_voice_speaks_once_a_gesture_with_the_chance_before_and_after(explorer):
    """Nothing while something is dragged; dial, ruler, undo and board speak through the same region."""
    made = explorer()
    assert made.find("[aria-live]").count() == 1
    made.page.evaluate(COUNT_SAID)
    x, y = made.spot("B4")
    made.page.mouse.move(x, y)
    made.page.mouse.down()
    for square in ("C4", "D4", "E4", "F4", "G4"):
        made.page.mouse.move(*made.spot(square), steps=3)
        made.page.wait_for_timeout(60)
    made.settle()
    assert said(made) == []
    made.page.mouse.up()
    made.tell(mini="Archer", at="G4")
    expect_said(made, "Archer is on G4. Now 3 in 6; it was 1 in 6." if made.shown()["fraction"] == "3 in 6"
                else f"Archer is on G4. Now {made.shown()['fraction']}; it was 1 in 6.")
    assert len(said(made)) == 1
    for act, sentence in ((lambda: made.turn("N"), "Archer faces north."), (lambda: made.undo(), "Undone."),
                          (lambda: made.slide(8), "Distance 8.")):
        before = len(said(made))
        act()
        made.expect()
        made.page.wait_for_function("(count) => window.said.length > count", arg=before, polling=20, timeout=LIMIT)
        made.settle()
        spoken = said(made)[before:]
        assert len(spoken) == 1, spoken
        assert spoken[0].startswith(f"{sentence} Now ")
        assert "; it was " in spoken[0]


def test_everything_goes_by_keyboard_alone(explorer):
    """D8 79: Add with +, remove with Delete, help with ?, a command, undo: the focus is never lost."""
    made = explorer()
    made.find('[data-square="B4"]').focus()
    for key in ("ArrowUp", "ArrowUp", "+"):
        made.page.keyboard.press(key)
    made.tell(add="B6")
    made.expect()
    made.page.keyboard.press("Delete")
    made.tell(mini="Mini 2", remove=True)
    made.expect()
    assert made.page.evaluate("document.activeElement.dataset.square") == "B6"
    made.find(".tohit-dial-face").focus()
    made.page.keyboard.press("]")
    made.tell(mini="Archer", facing="S")
    made.expect()
    made.page.keyboard.press("?")
    made.find(".tohit-toolbar-help .tohit-toolbar-panel:not([hidden])").wait_for(timeout=LIMIT)
    made.page.keyboard.press("Escape")
    made.find(".tohit-commands > details > summary").focus()
    made.page.keyboard.press("Enter")
    made.page.wait_for_function("document.activeElement.matches('.tohit-commands input')", polling=20)
    made.page.keyboard.type("Archer to C4")
    made.page.keyboard.press("Enter")
    made.tell(mini="Archer", at="C4")
    made.expect()


def test_dial_and_ruler_are_dragged_by_a_finger_and_the_page_is_scrolled_beside_them(explorer):
    made = explorer(**PHONE)
    dial = made.find(".tohit-dial-face")
    dial.evaluate("node => node.scrollIntoView({ block: 'center' })")
    box = dial.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    touch(made.page, (middle[0] + 50, middle[1]), (middle[0] + 40, middle[1] + 40), (middle[0], middle[1] + 50))
    made.tell(mini="Archer", facing="S")
    made.expect()
    made.undo()
    made.expect()
    bands = made.find(".tohit-ruler-bands")
    bands.evaluate("node => node.scrollIntoView({ block: 'center' })")
    box = bands.bounding_box()
    at = lambda share: (box["x"] + share * box["width"], box["y"] + box["height"] / 2)  # noqa: E731
    top = made.page.evaluate("document.getElementById('rendered_cells').scrollTop")
    touch(made.page, *between(at(6 / 23), at(3 / 23)))
    made.tell(distance=4)
    made.expect()
    assert made.page.evaluate("document.getElementById('rendered_cells').scrollTop") == top
    caption = made.find(".tohit-ruler-head").bounding_box()
    start = (caption["x"] + 40, caption["y"] + 8)
    touch(made.page, *between(start, (start[0], start[1] - 200)))
    made.page.wait_for_function(f"document.getElementById('rendered_cells').scrollTop > {top} + 100", polling=20)
    made.expect()


def test_a_finger_that_leaves_the_board_cancels_two_fingers_move_nothing_and_taps_do_it_all(explorer):
    """D8 77: Touch drag off the board, a pinch, tap then tap, a tap that paints, the strip by taps: on a phone."""
    made = explorer(**PHONE)
    made.find(".tohit-board .frame").evaluate("node => node.scrollIntoView({ block: 'center' })")
    start, frame = made.spot("B4"), made.find(".tohit-board .frame").bounding_box()
    touch(made.page, *between(start, (start[0], frame["y"] + frame["height"] + 60)))
    made.settle()
    made.expect()
    touch(made.page, *between(made.spot("H9"), made.spot("H8")), ids=2)
    made.settle()
    made.expect()
    made.find(".tohit-board .frame").evaluate("node => node.scrollIntoView({ block: 'center' })")
    made.page.touchscreen.tap(*made.spot("B4"))
    made.page.touchscreen.tap(*made.spot("C3"))
    made.tell(mini="Archer", at="C3")
    made.expect()
    made.find('.tohit-board [data-tool="wall"]').first.tap()
    made.page.touchscreen.tap(*made.spot("B9"))
    made.tell(square="B9", terrain="wall")
    made.expect()
    made.find('.tohit-board .tools [data-tool="move"]').tap()
    made.page.touchscreen.tap(*made.spot("B8"))
    strip(made, "Add a mini here").tap()
    made.tell(add="B8")
    made.expect()
    assert made.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("options", [{}, PHONE], ids=["wide", "phone"])
def test_targets_are_large_enough_and_nothing_is_wider_than_the_page(explorer, options):
    made = explorer(**options)
    for summary in (".tohit-steps-strip summary", ".tohit-handling-board summary", ".tohit-commands > details > summary"):
        made.find(summary).click()
    choose(made, made.place("Wolf"))
    made.find(".tohit-steps-strip li").first.wait_for(timeout=LIMIT)
    for panel in (".tohit-handling", ".tohit-steps-strip", ".tohit-commands"):
        for control in made.find(f"{panel} :is(button, input, summary)").all():
            if control.is_visible():
                box = control.bounding_box()
                assert box["width"] >= 24, (panel, control.inner_text())
                assert box["height"] >= 24, (panel, control.inner_text())
    assert made.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_every_control_has_a_role_a_name_and_a_value(explorer):
    """D8 79: What a screen reader is told of board, dial and ruler, of the strip and the box; and that the value follows."""
    made = explorer()
    for role, name in (("grid", "Board"), ("slider", "Facing of Archer"), ("slider", "Range")):
        found = made.find(f"[role={role}]")
        names = [node.get_attribute("aria-label") for node in found.all()]
        assert any(name in (label or "") for label in names), (role, name, names)
    dial = made.find(".tohit-dial-face")
    before = dial.get_attribute("aria-valuetext")
    dial.focus()
    made.page.keyboard.press("ArrowRight")
    made.settle()
    assert dial.get_attribute("aria-valuetext") != before
    assert made.find(".tohit-ruler-track").get_attribute("aria-valuetext")
    choose(made, "B4")
    unnamed = made.find(".tohit-handling, .tohit-commands, .tohit-steps-strip").evaluate_all("""(panels) => panels.flatMap((panel) => [
      ...panel.querySelectorAll("button, input, summary")]).filter((node) => !node.closest("[hidden]")
      && !(node.getAttribute("aria-label") || node.textContent.trim() || node.labels?.[0]?.textContent.trim())).map((node) => node.outerHTML)""")
    assert unnamed == []
