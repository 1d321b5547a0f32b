"""Secrets are stored as digests, so that nobody reads one out of the database."""

import hashlib


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
