"""The kinds of log records."""

from enum import Enum

_NAMES = (
    "run_info workflow_started shellcmd job_info job_error job_started job_finished group_info "
    "group_error resources_info debug_dag progress rulegraph error"
)


class _Text(str, Enum):
    def __str__(self):
        return self.value


LogEvent = _Text("LogEvent", [(name.upper(), name) for name in _NAMES.split()])
