"""The door, when it has a lock: Jupyter's own token and password, with a page of ours to type them in."""

from __future__ import annotations

from typing import Any

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.auth.identity import IdentityProvider, PasswordIdentityProvider, User
from jupyter_server.auth.login import LoginFormHandler
from jupyter_server.base.handlers import JupyterHandler
from tornado.web import HTTPError
from voila.handler import BaseVoilaHandler

from tohit.serve.guard import Bucket
from tohit.serve.spoken import Spoken

__all__ = ["Anybody", "Doorkeeper", "Login"]

# Checking a password is slow on purpose, and one thread serves everybody: a class comes in at once, a guesser does not.
_ATTEMPTS = Bucket(rate=2, burst=60)


class Anybody(IdentityProvider):
    """Every reader is the same nobody: no name, no cookie that would tell one from another."""

    def get_user(self, handler: JupyterHandler) -> User:
        return User(username="reader")


class Doorkeeper(PasswordIdentityProvider):
    """Who has the token or knows the password is let in."""

    @property
    def auth_enabled(self) -> bool:
        return True


class Login(Spoken, LoginFormHandler, BaseVoilaHandler):
    """The page that asks for the token or the password."""

    def _render(self, message: Any = None) -> None:
        # Jupyter escapes the address for a query; a page gives it back as it came.
        self.write(self.render_template("login.html", next=self.get_argument("next", self.base_url), wrong=bool(message)))

    @allow_unauthenticated
    def post(self) -> None:
        if _ATTEMPTS.take(1) > 0:
            raise HTTPError(429)
        super().post()
