"""The rules of a club, without storage: ratings, pairing, names."""
