"""The command line: ``tohit chance|explain|sweep|export|rules|schema|serve``.

Exit status: 0 for an answer, allowed or not; 2 for a document that was refused or could not be read, with the
sentence on standard error and nothing on standard output.
"""

from __future__ import annotations

import argparse
import csv
import getpass
import io
import json
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from tohit import evaluate, explain, load, loads, rulesets, sweep
from tohit.core.document import schema
from tohit.core.errors import NotationError, TohitError
from tohit.core.kinds import refuse
from tohit.core.limits import CELLS
from tohit.core.notation import LONGEST
from tohit.core.question import Question
from tohit.core.record import join
from tohit.core.sweep import FACING, SQUARES
from tohit.report import rules_report, rules_table, table
from tohit.words import LANGUAGES, Phrase, Words, words

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = _parser(_say(given)).parse_args(given)
    try:
        printed = options.run(options)
    except TohitError as error:
        print(error.sentence(options.lang or "en"), file=sys.stderr)
        return 2
    if isinstance(printed, int):
        return printed
    sys.stdout.write(printed.rstrip("\n") + "\n")
    return 0


def _chance(options: argparse.Namespace) -> str:
    answer = evaluate(_question(options.file))
    return _json(answer.to_dict(options.lang)) if options.json else table(answer, options.lang)


def _explain(options: argparse.Namespace) -> str:
    return "\n".join(explain(evaluate(_question(options.file)), options.lang))


def _sweep(options: argparse.Namespace) -> str:
    question = _question(options.file)
    path, values = _range(options.over)
    swept = sweep(question, path, values)
    rows = [(value, str(swept.chance(cell)), words(options.lang).percent(swept.chance(cell)))
            for cell, value in enumerate(swept.values)]
    if options.csv:
        text = io.StringIO()
        csv.writer(text).writerows([(path, "chance"), *(row[:2] for row in rows)])
        return text.getvalue()
    width = max(len(path), 8)
    return "\n".join([path, *(f"{value!s:>{width}}  {chance:>12}  {percent:>7}" for value, chance, percent in rows)])


def _export(options: argparse.Namespace) -> str:
    from tohit.offline import export  # the tables are computed only by who exports

    page = export(_question(options.file), options.lang)
    try:
        options.html.write_text(page, encoding="utf-8")
    except OSError as error:
        raise NotationError("cli.not_written", str(options.html), reason=error.strerror or type(error).__name__) from error
    return words(options.lang)("cli.written", file=options.html, size=-(-len(page.encode()) // 1000))


def _rules(options: argparse.Namespace) -> str:
    chosen = [rules for rules in rulesets() if options.key in (None, rules.key)]
    if options.json:
        return _json({rules.key: rules_report(rules, options.lang) for rules in chosen})
    return "\n\n".join(rules_table(rules, options.lang) for rules in chosen)


def _schema(options: argparse.Namespace) -> str:
    return _json({"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "tohit/1",
                  "oneOf": [schema(rules) for rules in rulesets()]})


def _serve(options: argparse.Namespace) -> int:
    from tohit.serve.run import made_token, run  # a server is loaded only by who serves

    token = options.token
    if token == "":
        token = os.environ.pop("TOHIT_TOKEN", "") or made_token()
    password = ""
    if options.password:
        password = os.environ.pop("TOHIT_PASSWORD", "") or getpass.getpass(_say(sys.argv)("cli.password_ask"))
    return run(options.folder, host=options.host, port=options.port, lan=options.lan, public_url=options.public_url, browser=not options.no_browser,
               lang=options.lang, seats=options.seats, embed_in=tuple(options.embed_in), token=token or "",
               password=password, preheat=options.preheat, shards=options.shards, memory=options.memory,
               grace=options.grace, log=options.log)


def _question(source: str) -> Question:
    """The question in a file, a link, or on standard input."""
    if source == "-":
        return loads(sys.stdin.buffer.read(LONGEST + 1))
    try:
        return load(source)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise NotationError("core.not_readable", join("", Path(source).name or source), reason=reason) from error


def _range(over: str) -> tuple[str, range]:
    match = re.fullmatch(r"([^=]+)=(-?\d{1,6})\.\.(-?\d{1,6})", over)
    if match is None or int(match[3]) < int(match[2]):
        raise NotationError("cli.over", "--over", got=over)
    if match[1] in (*SQUARES, FACING):
        raise refuse("--over", match[1], Phrase("core.allowed.path"))
    values = range(int(match[2]), int(match[3]) + 1)
    if len(values) > CELLS:
        raise NotationError("core.too_many_cells", "--over", cells=len(values), most=CELLS)
    return match[1], values


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


def _say(given: Sequence[str]) -> Words:
    """The language of the help itself: looked for before the arguments are parsed."""
    wanted = next((after for option, after in zip(given, given[1:], strict=False) if option == "--lang"), "en")
    return words(wanted if wanted in LANGUAGES else "en")


def _parser(say: Words) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tohit", description=say("cli.about"))
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    for verb, run in (("chance", _chance), ("explain", _explain), ("sweep", _sweep), ("export", _export), ("rules", _rules),
                      ("schema", _schema), ("serve", _serve)):
        made = verbs.add_parser(verb, help=say(f"cli.{verb}"), description=say(f"cli.{verb}"))
        made.set_defaults(run=run)
        # A server speaks the terminal's language unless told otherwise; answers are English by default everywhere.
        made.add_argument("--lang", choices=LANGUAGES, default=None if verb == "serve" else "en", help=say("cli.lang"))
        if verb in ("chance", "explain", "sweep", "export"):
            made.add_argument("file", metavar="FILE", help=say("cli.file"))
        if verb in ("chance", "rules"):
            made.add_argument("--json", action="store_true", help=say("cli.json"))
        if verb == "rules":
            made.add_argument("key", nargs="?", choices=[rules.key for rules in rulesets()], help=say("cli.key"))
        if verb == "sweep":
            made.add_argument("--over", required=True, metavar="PATH=FROM..TO", help=say("cli.over_help"))
            made.add_argument("--csv", action="store_true", help=say("cli.csv"))
        if verb == "export":
            made.add_argument("--html", required=True, type=Path, metavar="FILE", help=say("cli.html"))
        if verb == "serve":
            _serving(made, say)
    return parser


def _serving(made: argparse.ArgumentParser, say: Words) -> None:
    made.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help=say("cli.folder"))
    made.add_argument("--host", default="127.0.0.1", help=say("cli.host"))
    made.add_argument("--port", type=int, default=8866, help=say("cli.port"))
    made.add_argument("--lan", action="store_true", help=say("cli.lan"))
    made.add_argument("--public-url", default="", metavar="URL", help=say("cli.public_url"))
    made.add_argument("--no-browser", action="store_true", help=say("cli.no_browser"))
    made.add_argument("--seats", type=int, metavar="N", help=say("cli.seats"))
    made.add_argument("--embed-in", action="append", default=[], metavar="HOST", help=say("cli.embed_in"))
    made.add_argument("--token", nargs="?", const="", help=say("cli.token"))
    made.add_argument("--password", action="store_true", help=say("cli.password"))
    made.add_argument("--preheat", type=int, default=1, metavar="N", help=say("cli.preheat"))
    made.add_argument("--shards", type=int, default=1, metavar="N", help=say("cli.shards"))
    made.add_argument("--memory", type=int, default=2048, metavar="MB", help=say("cli.memory"))
    made.add_argument("--grace", type=int, default=30, metavar="SECONDS", help=say("cli.grace"))
    made.add_argument("--log", default="", metavar="FILE", help=say("cli.log"))


if __name__ == "__main__":
    sys.exit(main())
