"""Writes what Snakemake reports about a run to a file with one JSON object per line."""

import json
import os
import socket
import sys
import threading
import time
import uuid

FOLDER = os.path.join(".snakemake", "flowgauge")

# Snakemake reports resources at the start of every run that has something to do, but not in a dry
# run, nor when it draws the graph or lists rules. So no file is made for those.
_BEGINNING = "resources_info"
_HELD = 100
_TEXT = 2000

_FAILING = ("Shutting down,", "Terminating processes")
_ENDING = "Complete log"


class EventFile:
    """The events of one run, in a file of its own that is created once the run begins.

    Every event is one write to the operating system, so that it is kept if Snakemake is killed.
    No method raises: events that cannot be written are counted, and the first causes a warning.
    Thread-safe.
    """

    def __init__(self, folder=None, version=""):
        """Prepares to record a run.

        folder  where to create the file; .snakemake/flowgauge if it is None or empty. A relative
                path starts from the folder that is current when the run begins
        version  the version of Snakemake
        """
        self._folder = folder or FOLDER
        self._lock = threading.RLock()
        self._process = os.getpid()
        self._held = [self._line("workflow_started", time.time(), self._origin(version))]
        self._descriptor = None
        self._closed = False
        self._torn = False
        self._lost = 0
        self._outcome = "unknown"

    def _origin(self, version):
        return {"snakemake": version, "pid": self._process, "host": socket.gethostname()}

    def tell(self, level, timestamp, **fields):
        """Adds an event.

        level  what happened
        timestamp  when, in seconds since 1970
        """
        try:
            # A process that a job forked may share this object, but must not write to its file.
            if os.getpid() != self._process:
                return
            with self._lock:
                self._note(level, fields)
                self._put(level, self._line(level, timestamp, fields))
        except Exception as problem:
            self.lose(problem)

    def tell_text(self, level, timestamp, text):
        """Adds a message for people, cut to 2,000 characters."""
        try:
            short = str(text)[:_TEXT]
        except Exception as problem:
            self.lose(problem)
        else:
            self.tell(level, timestamp, msg=short)

    def lose(self, problem):
        """Counts an event that could not be recorded, and warns of the first."""
        self._lost += 1
        if self._lost == 1:
            try:
                print(
                    f"flowgauge: events of this run are not recorded ({problem}); the run goes on",
                    file=sys.stderr,
                    flush=True,
                )
            except Exception:
                pass

    def close(self):
        """Writes how the run ended, and closes the file. Events told later are dropped."""
        # In a forked process, the lock may be held by a thread that does not exist there.
        if os.getpid() != self._process:
            return
        try:
            with self._lock:
                if self._descriptor is not None:
                    fields = {"outcome": self._outcome, "lost": self._lost}
                    self._write(self._line("workflow_finished", time.time(), fields))
        except Exception as problem:
            self.lose(problem)
        finally:
            self._release()

    def _release(self):
        with self._lock:
            self._closed = True
            descriptor, self._descriptor = self._descriptor, None
            if descriptor is not None:
                try:
                    os.close(descriptor)
                except OSError:
                    pass

    @staticmethod
    def _line(level, timestamp, fields):
        event = {"timestamp": round(timestamp, 6), "level": level, **fields}
        return json.dumps(event).encode("ascii") + b"\n"

    def _note(self, level, fields):
        """Notes the outcome of the run. Snakemake does not report it, but its last messages show it."""
        text = fields.get("msg", "")
        if level in ("job_info", "job_finished"):
            self._outcome = "unknown"
        elif level == "error" or level == "info" and text.startswith(_FAILING):
            self._outcome = "failure"
        elif level == "info" and text.startswith(_ENDING) and self._outcome == "unknown":
            self._outcome = "success"

    def _put(self, level, line):
        if self._closed:
            return
        if self._descriptor is not None:
            self._write(line)
            return
        if len(self._held) < _HELD:
            self._held.append(line)
        if level == _BEGINNING:
            self._open()
            held, self._held = self._held, []
            for earlier in held:
                self._write(earlier)

    def _open(self):
        try:
            os.makedirs(self._folder, exist_ok=True)
            moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
            name = f"{moment}-{uuid.uuid4().hex[:12]}.events.jsonl"
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND
            self._descriptor = os.open(os.path.join(self._folder, name), flags, 0o666)
        except OSError:
            self._closed = True
            raise

    def _write(self, line):
        try:
            # After a line that was written in part, begin a new one.
            whole = b"\n" + line if self._torn else line
            written = os.write(self._descriptor, whole)
            self._torn = written < len(whole)
            if self._torn:
                raise OSError(f"only {written} of {len(whole)} bytes could be written")
        except OSError as problem:
            self.lose(problem)


def job_fields(about, rule):
    """Returns the fields of an event about a job that begins.

    about  the properties of the job, by Snakemake's names
    rule  the name of its rule
    """
    fields = {
        "jobid": about["jobid"],
        "name": str(rule),
        "local": bool(about.get("local")),
        "input": [str(file) for file in about.get("input") or ()],
        "output": [str(file) for file in about.get("output") or ()],
        "wildcards": {str(k): str(v) for k, v in (about.get("wildcards") or {}).items()},
    }
    if isinstance(about.get("threads"), int):
        fields["threads"] = about["threads"]
    if about.get("benchmark"):
        fields["benchmark"] = str(about["benchmark"])
    if about.get("indent"):
        fields["indent"] = True
    return fields
