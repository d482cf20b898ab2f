"""A published experiment, replayed as published and then corrected, and its claims judged by what is measured."""
