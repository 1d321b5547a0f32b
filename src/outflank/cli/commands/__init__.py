"""The commands; ``configure(parser)`` declares options, ``run(args)`` runs the command."""
