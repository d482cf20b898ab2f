"""The story of an experiment, of a run and of a window: what happens when, and the load that is offered."""
