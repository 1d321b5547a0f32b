"""Migrations of the database, one file per version; ``Database.migrate`` runs them."""
