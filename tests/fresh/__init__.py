"""A newcomer's machine: plain Debian with make, git and python3, on which the README's first command must do."""
