"""A module with its neighbours inlined, as the browser gets it."""

from __future__ import annotations

import pytest

from tohit.widgets.base import bundle


def write(folder, **files):
    for name, text in files.items():
        (folder / f"{name}.mjs").write_text(text, encoding="utf-8")
    return folder / "main.mjs"


def test_neighbours_are_inlined_once_and_keep_their_private_names(tmp_path):
    main = write(
        tmp_path,
        main='import { a } from "./one.mjs";\nimport {\n  b as c,\n} from "./two.mjs";\nconst hidden = 0;\nexport default { a, c };\n',
        one='import { b } from "./two.mjs";\nconst hidden = 1;\nexport const a = b + hidden;\n',
        two="const hidden = 2;\nexport function b() { return hidden; }\n",
    )
    text = bundle(main)
    assert "import" not in text
    assert text.count("function b()") == 1
    assert text.index("$two = ") < text.index("$one = ")
    assert text.endswith("export default { a, c };\n")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"main": 'import { a } from "./one.mjs";\n', "one": "const a = 1;\n"}, "exports no 'a'"),
        (
            {"main": 'import { a } from "./one.mjs";\n', "one": "export const a = 1;\nexport default a;\n"},
            "can be inlined",
        ),
        ({"main": 'import a from "./one.mjs";\n'}, "can be inlined"),
        ({"main": 'import { a } from "https://example.org/a.mjs";\n'}, "can be inlined"),
        (
            {"main": 'import { a } from "./one.mjs";\n', "one": 'import { b } from "./main.mjs";\n'},
            "imports itself",
        ),
    ],
)
def test_what_would_not_survive_inlining_is_refused(tmp_path, files, message):
    with pytest.raises(ValueError, match=message):
        bundle(write(tmp_path, **files))
