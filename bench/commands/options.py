"""The options of the commands, made from the variables that each takes: one description for the help and documents."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from bench.errors import UsageError
from bench.spec import objective, plans, settings
from bench.spec.experiment import VARIABLES
from bench.spec.variables import LEVELS, OPTIONS, PLAN, Variable, ladder, percentage, switch, whole, whole_or_0, wholes

EXPERIMENT_VARIABLES = (*VARIABLES.values(), LEVELS, *OPTIONS.values())
"""All that asks for an experiment without a file."""
METAVARS: dict[Callable[[str, str], object], str] = {
    switch: "on|off",
    ladder: "auto|N,N,...",
    percentage: "P%",
    objective.read: "'p99<100ms ...'",
    whole: "N",
    whole_or_0: "N",
    wholes: "N,N,...",
}
"""What the help shows for the value, by how it is read."""
SETTING = "set_"


def takes(*variables: Variable) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """A command with an option for each of the variables, which may come from the environment as well.

    The command gets those that are given, by name, and the settings of .env that are. What `--set` gives holds for all
    that the command does, and so does what a plan sets where nothing else is given. Its `reads` are their names.
    """

    def decorate(command: Callable[..., object]) -> Callable[..., object]:
        _, *own = inspect.signature(command).parameters.values()

        @wraps(command)
        def run(**values: Any) -> object:
            given = {one.name: "1" if one.flag else value for one in variables if (value := values[_key(one)])}
            settings.hand_over({one.name: given[one.name] for one in variables if one.harness and one.name in given})
            settings.hand_over(dict(map(_setting, values[SETTING])))
            if PLAN in variables:
                settings.hand_over(plans.beneath(settings.environment()))
            return command({**settings.given(), **given}, **{one.name: values[one.name] for one in own})

        parameters = [*own, *map(_parameter, variables), _settings_parameter()]
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        run.reads = tuple(one.name for one in variables)  # type: ignore[attr-defined]
        return run

    return decorate


def _key(variable: Variable) -> str:
    return f"{variable.name.lower()}_"


def _parameter(variable: Variable) -> inspect.Parameter:
    option = typer.Option(
        variable.option,
        envvar=variable.name,
        help=variable.help,
        metavar=None if variable.flag else METAVARS.get(variable.read, "TEXT"),
        show_default=False if variable.default == "none" else variable.default.replace("`", ""),
        rich_help_panel="Settings of a scenario" if variable.name in OPTIONS else None,
    )
    wanted = bool if variable.flag else str | None
    default = False if variable.flag else None
    return inspect.Parameter(
        _key(variable), inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[wanted, option]
    )


def _settings_parameter() -> inspect.Parameter:
    told = "a setting of .env for this command, such as APP_CPUS=1.0; may be given several times"
    option = typer.Option("--set", metavar="NAME=VALUE", help=told)
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(SETTING, kind, default=[], annotation=Annotated[list[str], option])


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not value:
        raise UsageError(f"--set {text} sets nothing: write it as NAME=VALUE, such as APP_CPUS=1.0")
    return settings.known(name), value
