"""``python -m outflank`` is ``outflank``."""

import sys

from outflank.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
