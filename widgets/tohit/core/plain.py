"""Stand-ins for the texts that a reader's own rule system does not give: its keys, and general sentences."""

from __future__ import annotations

from collections.abc import Mapping

from tohit.words import Words

__all__ = ["plain"]


def plain(say: Words, key: str) -> str | Mapping[str, str]:
    """A readable stand-in for a text that a reader's own system does not give."""
    rules, *groups, last = key.removesuffix(".because").removesuffix(".help").split(".")
    name = (rules if last in ("name", "summary") else last).replace("-", " ").replace("{", "(").replace("}", ")")
    if groups == ["requires"]:
        return say("core.own.requires", name=name)
    if groups == ["sentence"] and last != "summary":
        return say("core.own.sentence", attacker="{attacker}", target="{target}", mode=name)
    return say.starting("core.own.").get(f"core.own.{last}", name) if not groups else name
