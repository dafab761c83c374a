"""Settings of plug-ins, of which each field becomes an option, and those of Snakemake."""

from dataclasses import dataclass


@dataclass
class LogHandlerSettingsBase:
    """What a plug-in derives its settings from."""


class OutputSettingsLoggerInterface:
    """What Snakemake was asked to print."""

    printshellcmds = False
    nocolor = False
    quiet = None
    debug_dag = False
    verbose = False
    show_failed_logs = False
    stdout = False
    dryrun = False
