"""One file a command: ``configure(parser)`` declares its options, ``run(args)`` does it."""
