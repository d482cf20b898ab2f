"""The commands that take long on real machines, each in its shortest form: far too short for a figure to use."""
