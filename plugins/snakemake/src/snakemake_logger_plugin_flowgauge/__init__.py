"""Records what Snakemake 9 reports about a run, for Flowgauge: snakemake --logger flowgauge --cores 8 ..."""

from dataclasses import dataclass, field
import logging
from typing import Optional

from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.settings import LogHandlerSettingsBase

from .event_file import EventFile, job_fields


@dataclass
class LogHandlerSettings(LogHandlerSettingsBase):
    """Settings of the plug-in, each of which Snakemake offers as an option."""

    folder: Optional[str] = field(
        default=None,
        metadata={"help": "Folder for the events of runs; .snakemake/flowgauge by default."},
    )


def _version():
    try:
        from importlib.metadata import version

        return version("snakemake")
    except Exception:
        return ""


class LogHandler(LogHandlerBase):
    """Writes the contents of Snakemake's log records to a file of events.

    Records come one at a time, from the thread that Snakemake has for such handlers. An event has
    the time at which its record was made.
    """

    _events = None

    def __post_init__(self) -> None:
        try:
            if not getattr(self.common_settings, "dryrun", False):
                self._events = EventFile(getattr(self.settings, "folder", None), _version())
        except Exception as problem:
            logging.getLogger("snakemake").warning("flowgauge: %s; the run goes on", problem)

    def emit(self, record: logging.LogRecord) -> None:
        if self._events is not None:
            try:
                self._take(record)
            except Exception as problem:
                self._events.lose(problem)

    def close(self) -> None:
        if self._events is not None:
            self._events.close()
        super().close()

    def _take(self, record):
        event = str(getattr(record, "event", None) or "")
        when = record.created
        if event in ("", "error"):
            self._take_text(record, when)
        elif event in ("run_info", "resources_info"):
            self._events.tell_text(event, when, record.getMessage())
        elif event == "job_info":
            self._begin(record, when)
        elif event == "job_started":
            self._events.tell(event, when, count=len(record.jobs))
        elif event == "job_finished":
            self._events.tell(event, when, jobid=record.job_id)
        elif event == "job_error":
            self._events.tell(event, when, jobid=record.jobid, name=str(record.rule_name))
        else:
            self._take_other(event, record, when)

    def _take_text(self, record, when):
        levels = ((logging.ERROR, "error"), (logging.WARNING, "warning"), (logging.INFO, "info"))
        for number, level in levels:
            if record.levelno >= number:
                self._events.tell_text(level, when, record.getMessage())
                return

    def _begin(self, record, when):
        self._events.tell("job_info", when, **job_fields(vars(record), record.rule_name))
        command = getattr(record, "shellcmd", None)
        if command:
            self._events.tell("shellcmd", when, jobid=record.jobid, msg=str(command))

    def _take_other(self, event, record, when):
        if event == "group_info":
            self._events.tell(event, when, groupid=str(record.group_id))
        elif event == "group_error":
            jobs = [job["jobid"] for job in record.job_error_info or ()]
            self._events.tell(event, when, groupid=str(record.groupid), jobs=jobs)
        elif event == "progress":
            self._events.tell(event, when, done=record.done, total=record.total)

    @property
    def writes_to_stream(self) -> bool:
        return False

    @property
    def writes_to_file(self) -> bool:
        # If this were true, hooks of the workflow would be given the file as one of its logs.
        return False

    @property
    def has_filter(self) -> bool:
        # Snakemake's own filter would drop the records that --quiet hides.
        return True

    @property
    def has_formatter(self) -> bool:
        return True

    @property
    def needs_rulegraph(self) -> bool:
        return False
