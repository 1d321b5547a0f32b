"""The language of a request: the visitor's choice, or else the browser's."""

from flask import Flask, request

from outflank.translation import ENGLISH, best_match, speak

COOKIE = "language"


def init_app(app: Flask) -> None:
    app.before_request(lambda: speak(wanted()))


def wanted() -> str:
    chosen = request.cookies.get(COOKIE, "")
    return best_match([chosen, *request.accept_languages.values()]) or ENGLISH
