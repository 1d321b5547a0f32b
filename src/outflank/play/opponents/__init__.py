"""Who can sit at a computer's side: the catalogue, characters, invited programs."""
