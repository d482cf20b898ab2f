"""The harness: plans experiments, runs them on the machines, and reports them."""
