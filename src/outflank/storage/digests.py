"""Digests of secrets: the database never stores the secrets themselves."""

import hashlib


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
