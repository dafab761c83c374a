"""Tests what event files contain, whatever happens to the run, the disk and the processes."""

import json
import os
import signal
import subprocess
import sys
import threading

from folders import SOURCES, FolderTest
from snakemake_logger_plugin_flowgauge.event_file import EventFile

# Records a run whose file may not grow beyond 600 bytes for a while.
_FULL = """
import resource
from snakemake_logger_plugin_flowgauge.event_file import EventFile
events = EventFile()
unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (600, unlimited[1]))
events.tell_text("resources_info", 1, "Provided cores: 2")
for job in range(20):
    events.tell("job_finished", 2 + job, jobid=job)
resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
events.tell("job_finished", 30, jobid=30)
events.close()
"""

_KILLED = """
import os, signal
from snakemake_logger_plugin_flowgauge.event_file import EventFile
events = EventFile()
events.tell_text("resources_info", 1, "Provided cores: 2")
for job in range(100):
    events.tell("job_finished", 2 + job, jobid=job)
os.kill(os.getpid(), signal.SIGKILL)
"""


class EventFileTest(FolderTest):
    def began(self):
        events = EventFile()
        events.tell_text("resources_info", 1.25, "Provided cores: 2")
        return events

    def run_python(self, script):
        bootstrap = f"import sys; sys.path.insert(0, {os.path.dirname(__file__)!r}); import folders\n"
        return subprocess.run(
            [sys.executable, "-c", bootstrap + script], capture_output=True, text=True, timeout=60
        )

    def test_no_resources_told_makes_no_file(self):
        events = EventFile()
        events.tell_text("info", 1, "Building DAG of jobs...")
        events.tell("job_info", 2, jobid=1)
        events.close()
        self.assertEqual([], self.files())
        self.assertFalse(os.path.exists(".snakemake"))

    def test_what_was_told_before_is_in_the_file(self):
        events = EventFile(version="7.21.0")
        events.tell_text("info", 1, "Building DAG of jobs...")
        events.tell_text("resources_info", 2, "Provided cores: 2")
        levels = [event["level"] for event in self.events()]
        self.assertEqual(["workflow_started", "info", "resources_info"], levels)
        self.assertEqual("7.21.0", self.events()[0]["snakemake"])
        self.assertEqual(os.getpid(), self.events()[0]["pid"])
        events.close()

    def test_every_event_is_in_the_file_at_once(self):
        events = self.began()
        events.tell("job_finished", 1700000000.1234567, jobid=7)
        last = self.events()[-1]
        self.assertEqual({"timestamp": 1700000000.123457, "level": "job_finished", "jobid": 7}, last)
        events.close()

    def test_two_runs_in_a_folder_have_files_of_their_own(self):
        self.began().close()
        self.began().close()
        self.assertEqual(2, len(self.files()))

    def test_folder_of_the_run_is_the_current_one_when_it_begins(self):
        events = EventFile()
        os.mkdir("elsewhere")
        os.chdir("elsewhere")
        events.tell_text("resources_info", 1, "Provided cores: 2")
        events.close()
        self.assertEqual(1, len(self.files("elsewhere/.snakemake/flowgauge")))

    def test_killed_process_loses_nothing(self):
        self.assertEqual(-signal.SIGKILL, self.run_python(_KILLED).returncode)
        self.assertEqual(list(range(100)), [event["jobid"] for event in self.of("job_finished")])
        self.assertEqual([], self.of("workflow_finished"))

    def test_full_disk_is_warned_of_once_and_counted(self):
        run = self.run_python(_FULL)
        self.assertEqual(0, run.returncode, run.stderr)
        self.assertEqual(1, len(run.stderr.splitlines()), run.stderr)
        self.assertIn("the run goes on", run.stderr)
        (file,) = self.files()
        lines = [line for line in file.read_text().splitlines() if line]
        broken = [line for line in lines if not line.endswith("}")]
        self.assertLessEqual(len(broken), 1)
        self.assertEqual(30, json.loads(lines[-2])["jobid"])
        told = sum('"job_finished"' in line for line in lines if line not in broken)
        self.assertEqual({"outcome": "unknown", "lost": 21 - told}, _end(json.loads(lines[-1])))

    def test_folder_that_cannot_be_made_is_warned_of_once(self):
        open(".snakemake", "w").close()
        with self.warnings(1):
            events = self.began()
            events.tell("job_finished", 2, jobid=1)
            events.close()

    def test_value_that_is_no_json_is_lost_alone(self):
        events = self.began()
        with self.warnings(1):
            events.tell("job_finished", 2, jobid=object())
            events.tell("job_finished", 3, jobid=object())
            events.tell("job_finished", 4, jobid=5)
        events.close()
        self.assertEqual([5], [event["jobid"] for event in self.of("job_finished")])
        self.assertEqual(2, self.events()[-1]["lost"])

    def test_forked_process_tells_nothing(self):
        events = self.began()
        child = os.fork()
        if child == 0:
            events.tell("job_finished", 2, jobid=1)
            events.close()
            os._exit(0)
        os.waitpid(child, 0)
        events.tell("job_finished", 3, jobid=2)
        events.close()
        self.assertEqual([2], [event["jobid"] for event in self.of("job_finished")])

    def test_process_forked_while_a_thread_tells_ends(self):
        events = self.began()
        telling, told = threading.Event(), threading.Event()

        def tell():
            with events._lock:
                telling.set()
                told.wait()

        thread = threading.Thread(target=tell)
        thread.start()
        telling.wait()
        child = os.fork()
        if child == 0:
            signal.alarm(10)
            events.close()
            os._exit(0)
        self.assertEqual(0, os.waitpid(child, 0)[1])
        told.set()
        thread.join()
        events.close()
        self.assertEqual("workflow_finished", self.events()[-1]["level"])

    def test_threads_do_not_mix_lines(self):
        events = self.began()

        def tell(first):
            for job in range(first, first + 500):
                events.tell("job_finished", 2, jobid=job, msg="x" * (job % 700))

        threads = [threading.Thread(target=tell, args=(500 * k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        events.close()
        self.assertEqual(list(range(2000)), sorted(e["jobid"] for e in self.of("job_finished")))
        self.assertEqual(1, threading.active_count())

    def test_names_that_are_no_unicode_are_told(self):
        events = self.began()
        events.tell("job_info", 2, jobid=1, output=[os.fsdecode(b"\xff.txt")])
        events.close()
        self.assertEqual(b"\xff.txt", os.fsencode(self.of("job_info")[0]["output"][0]))

    def test_outcome_is_that_of_the_last_messages(self):
        for texts, outcome in (
            ([("info", "Complete log: x.log")], "success"),
            ([("error", "Exiting because a job execution failed."), ("info", "Complete log: x")], "failure"),
            ([("error", "a job failed"), ("job_info", ""), ("info", "Complete log(s): x")], "success"),
            ([("info", "Complete log(s): x.log"), ("error", "At least one job did not")], "failure"),
            ([("info", "Terminating processes on user request, "), ("info", "Complete log: x")], "failure"),
            ([("info", "Complete log: of a subworkflow"), ("job_info", "")], "unknown"),
        ):
            with self.subTest(texts=texts):
                for file in self.files():
                    file.unlink()
                events = self.began()
                for level, text in texts:
                    events.tell_text(level, 2, text)
                events.close()
                self.assertEqual({"outcome": outcome, "lost": 0}, _end(self.events()[-1]))

    def test_what_is_told_after_the_end_is_dropped(self):
        events = self.began()
        events.close()
        events.close()
        events.tell("job_finished", 2, jobid=1)
        self.assertEqual("workflow_finished", self.events()[-1]["level"])
        self.assertEqual(1, len(self.of("workflow_finished")))


def _end(event):
    assert event.pop("level") == "workflow_finished"
    event.pop("timestamp")
    return event
