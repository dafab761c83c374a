"""Settings of plug-ins, whose fields become options, and those of Snakemake."""

from dataclasses import dataclass


@dataclass
class LogHandlerSettingsBase:
    """The base class of a plug-in's settings."""


class OutputSettingsLoggerInterface:
    """What Snakemake was asked to print, as passed to plug-ins."""

    printshellcmds = False
    nocolor = False
    quiet = None
    debug_dag = False
    verbose = False
    show_failed_logs = False
    stdout = False
    dryrun = False
