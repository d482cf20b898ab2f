"""Evidence in, judgement out: pure functions over results. Nothing here starts, waits, reads or prints."""
