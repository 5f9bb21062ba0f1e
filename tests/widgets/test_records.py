"""The trait for lists of records."""

import re

import pytest
from traitlets import HasTraits, TraitError

from tohit.widgets.records import RecordsTrait


class Shelf(HasTraits):
    books = RecordsTrait({"title": str, "pages": (int, 0), "tags": (list, ()), "parts": {"name": str}})


def test_what_is_left_out_is_filled_in():
    assert Shelf(books=[{"title": "A"}]).books == [{"title": "A", "pages": 0, "tags": [], "parts": []}]


def test_two_shelves_share_nothing():
    first, second = Shelf(books=[{"title": "A"}]), Shelf()
    first.books[0]["tags"].append("x")
    assert second.books == []
    assert Shelf(books=[{"title": "A"}]).books[0]["tags"] == []


def test_the_caller_s_list_is_copied():
    mine = [{"title": "A", "tags": ["x"], "parts": [{"name": "one"}]}]
    shelf = Shelf(books=mine)
    mine[0]["tags"].append("y")
    mine[0]["parts"][0]["name"] = "two"
    assert shelf.books[0]["tags"] == ["x"]
    assert shelf.books[0]["parts"] == [{"name": "one"}]


@pytest.mark.parametrize(
    ("books", "message"),
    [
        ("A", "books: a list of records is wanted (got 'A')"),
        ([1], "books[0]: a mapping is wanted (got 1)"),
        ([{"title": "A"}, {}], "books[1].title: missing"),
        ([{"title": 1}], "books[0].title: a text is wanted (got 1)"),
        ([{"title": "A", "pages": True}], "books[0].pages: a whole number is wanted (got True)"),
        ([{"title": "A", "tags": [1]}], "books[0].tags: a list of texts is wanted (got [1])"),
        ([{"title": "A", "author": "B"}], "books[0]: no key 'author'; allowed: title, pages, tags, parts"),
        ([{"title": "A", "parts": [{}]}], "books[0].parts[0].name: missing"),
    ],
)
def test_a_refusal_gives_the_path_what_came_and_what_is_allowed(books, message):
    with pytest.raises(TraitError, match=re.escape(message)):
        Shelf(books=books)
