"""`python -m bench`: the Makefile's way into the harness."""

from bench.cli import main

if __name__ == "__main__":
    main()
