"""The command line as a shell sees it: standard output, standard error, exit status."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import tohit
from tohit.ready import ready

ARCHER = next(iter(ready(tohit.ruleset("coup-de-grace")).values()))


def run(*arguments, given=None):
    """The console script in a process of its own."""
    return subprocess.run([sys.executable, "-m", "tohit", *arguments], input=given, capture_output=True, text=True, encoding="utf-8")


@pytest.fixture
def archer(tmp_path):
    path = tmp_path / "archer.json"
    path.write_text(tohit.dumps(ARCHER), encoding="utf-8")
    return str(path)


def test_json_is_the_answer(archer):
    done = run("chance", archer, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout) == tohit.evaluate(ARCHER).to_dict()


def test_a_file_standard_input_and_a_link_give_the_same(archer):
    answers = {run("chance", archer).stdout, run("chance", "-", given=tohit.dumps(ARCHER)).stdout,
               run("chance", "-", given=tohit.link(ARCHER)).stdout,
               run("chance", tohit.link(ARCHER, "https://example.org/voila/render/coup_de_grace.ipynb")).stdout}
    assert len(answers) == 1


def test_the_language_changes_sentences_and_no_key(archer):
    english = json.loads(run("chance", archer, "--json").stdout)
    french = json.loads(run("chance", archer, "--json", "--lang", "fr").stdout)
    assert [line["key"] for line in english["ledger"]] == [line["key"] for line in french["ledger"]]
    assert english["chance"] == french["chance"]
    assert english["ledger"][0]["because"] != french["ledger"][0]["because"]
    assert "Défense" in run("explain", archer, "--lang", "fr").stdout


def test_an_attack_that_is_not_allowed_is_an_answer(archer):
    turned = tohit.apply(ARCHER, [{"mini": "Archer", "facing": "W"}])
    done = run("chance", "-", "--json", given=tohit.dumps(turned))
    assert done.returncode == 0
    told = json.loads(done.stdout)
    assert (told["allowed"], told["chance"], told["stages"], told["damage"]) == (False, "0", [], {"0": "1"})
    assert told["outcomes"] == {"downed": "0", "out-of-action": "0"}
    assert told["refusals"][0]["key"] == "front-arc"


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ("{", "document"),
        ('{"format": "tohit/2"}', "format"),
        ('{"format": "tohit/1", "rules": "chess"}', "rules"),
        (tohit.dumps(ARCHER).replace('"B4"', '"E5"'), "minis[0].at"),
        ("#s=1AAAA", "link"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_refused_document_is_one_sentence_on_standard_error_and_status_2(given, place, lang):
    done = run("chance", "-", "--lang", lang, given=given)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{place}: ")
    assert done.stderr.count("\n") == 1


def test_a_missing_file_is_refused(tmp_path):
    done = run("chance", str(tmp_path / "nothing.json"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "nothing.json" in done.stderr


def test_an_endless_file_is_refused():
    done = run("chance", "/dev/zero") if Path("/dev/zero").exists() else run("chance", "-", given="x" * 10**6)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("document: the text is too long")


@pytest.mark.parametrize("path", ["attacker.square", "target.square", "attacker.facing"])
def test_a_sweep_over_what_has_no_numbers_is_refused(archer, path):
    done = run("sweep", archer, "--over", f"{path}=1..3")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("--over: ")


def test_a_sweep_is_a_table_or_comma_separated_values(archer):
    done = run("sweep", archer, "--over", "minis[2].stats.defence=2..6", "--csv")
    rows = list(csv.reader(io.StringIO(done.stdout)))
    assert rows[0] == ["minis[2].stats.defence", "chance"]
    wanted = tohit.sweep(ARCHER, "minis[2].stats.defence", range(2, 7))
    assert rows[1:] == [[str(value), str(wanted.chance(cell))] for cell, value in enumerate(wanted.values)]
    assert run("sweep", archer, "--over", "distance").returncode == 2


def test_rules_and_schema_name_every_system():
    told = json.loads(run("rules", "--json").stdout)
    assert set(told) == set(tohit.SYSTEMS)
    schema = json.loads(run("schema").stdout)
    assert {part["properties"]["rules"]["const"] for part in schema["oneOf"]} == set(tohit.SYSTEMS)
    for key in tohit.SYSTEMS:
        assert key in run("rules", key, "--lang", "fr").stdout


def test_help_needs_no_server_and_no_jupyter():
    code = "import sys; from tohit.__main__ import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
    code += "print([name for name in ('traitlets', 'voila', 'IPython') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=Path.home())
    assert done.stdout.splitlines()[-1] == "[]"
