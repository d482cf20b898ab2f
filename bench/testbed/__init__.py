"""The simulated machines and the engine that carries them: what may run, what is missing, who has it.

It must not know what is measured, judged or reported.
"""
