"""The exact combat core: standard library, numpy and msgspec only; it knows no rule system and no screen."""
