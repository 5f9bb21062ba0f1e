"""The rule systems: one file each, found by scan; each defines ``RULES``."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from tohit.core.ruleset import Ruleset

__all__ = ["SYSTEMS"]


def _scan() -> Mapping[str, Ruleset]:
    names = sorted(module.name for module in iter_modules(__path__))
    found = [import_module(f"{__name__}.{name}") for name in names if not name.startswith("_")]
    return MappingProxyType({module.RULES.key: module.RULES for module in found})


SYSTEMS: Mapping[str, Ruleset] = _scan()
"""Every rule system by key."""
