"""Records what Snakemake 7 or 8 reports about a run, for Flowgauge.

    snakemake --log-handler-script plugins/snakemake/log_handler.py ...

The events are in .snakemake/flowgauge, or in the folder that FLOWGAUGE_SNAKEMAKE_EVENTS names.
"""

import atexit
import importlib.util
import os
import sys
import threading
import time

_SHARED = os.path.join("src", "snakemake_logger_plugin_flowgauge", "event_file.py")
_TEXTS = ("info", "warning", "error", "run_info", "resources_info")
_SELECTED = "Selected jobs ("


def _shared():
    """Loads the module event_file, which the plug-in for Snakemake 9 also uses, from the folder src."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), _SHARED)
    spec = importlib.util.spec_from_file_location("flowgauge_event_file", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _version():
    try:
        from snakemake import __version__

        return str(__version__)
    except ImportError:
        return ""


class Handler:
    """Writes Snakemake's messages, which are dictionaries, to a file of events."""

    def __init__(self, shared, folder):
        self._job_fields = shared.job_fields
        self.events = shared.EventFile(folder, _version())
        # The job that a thread has just reported: its command follows, without a job number.
        self._last = threading.local()

    def take(self, message):
        level = message["level"]
        job = getattr(self._last, "job", None)
        self._last.job = None
        when = message.get("timestamp") or time.time()
        if level in _TEXTS:
            self.events.tell_text(level, when, message.get("msg"))
        elif level == "debug" and str(message.get("msg")).startswith(_SELECTED):
            self.events.tell_text(level, when, str(message["msg"]).split("\n", 1)[0])
        elif level == "job_info":
            self.events.tell(level, when, **self._job_fields(message, message["name"]))
            self._last.job = message["jobid"]
        elif level == "shellcmd" and job is not None:
            self.events.tell(level, when, jobid=job, msg=str(message["msg"]))
        else:
            self._take_other(level, when, message)

    def _take_other(self, level, when, message):
        if level == "job_finished":
            self.events.tell(level, when, jobid=message["jobid"])
        elif level == "job_error":
            self.events.tell(level, when, jobid=message["jobid"], name=str(message.get("name")))
        elif level == "group_info":
            self.events.tell(level, when, groupid=str(message["groupid"]))
        elif level == "group_error":
            jobs = [job["jobid"] for job in message.get("job_error_info") or ()]
            self.events.tell(level, when, groupid=str(message["groupid"]), jobs=jobs)
        elif level == "progress":
            self.events.tell(level, when, done=message["done"], total=message["total"])


def _made():
    try:
        handler = Handler(_shared(), os.environ.get("FLOWGAUGE_SNAKEMAKE_EVENTS"))
        atexit.register(handler.events.close)
        return handler
    except Exception as problem:
        print(
            f"flowgauge: events of this run are not recorded ({problem}); the run goes on",
            file=sys.stderr,
        )
        return None


_handler = _made()


def log_handler(message):
    """Called by Snakemake with each of its messages."""
    if _handler is not None:
        try:
            _handler.take(message)
        except Exception as problem:
            _handler.events.lose(problem)
