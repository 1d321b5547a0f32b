"""Computer opponents: the catalogue, characters and invited programs."""
