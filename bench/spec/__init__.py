"""What is asked for: experiments, variables, settings, tunables and configurations, as data and as pure functions.

It knows nothing of containers, runs or reports. Its module `settings` alone touches the process's environment.
"""
