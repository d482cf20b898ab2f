"""The commands of the Makefile that are more than a call: what they ask for, their story, and what they print."""
