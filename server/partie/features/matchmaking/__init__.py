"""Finding company: the next game with the same people, others who want the same, invitations, friends."""
