"""Tests the log handler for Snakemake 7, loaded and called as Snakemake does it."""

import os
import shutil
from importlib.machinery import SourceFileLoader

from folders import PLUGIN, FolderTest

SCRIPT = str(PLUGIN / "log_handler.py")

JOB = {
    "level": "job_info",
    "timestamp": 10.5,
    "jobid": 3,
    "msg": None,
    "name": "sort",
    "local": False,
    "input": ["a.txt"],
    "output": ["b.txt"],
    "log": [],
    "benchmark": None,
    "wildcards": {"n": 1},
    "reason": "Missing output files: b.txt",
    "resources": ["1"],
    "priority": 0,
    "threads": 2,
    "indent": False,
    "is_checkpoint": False,
    "printshellcmd": True,
    "is_handover": False,
}


class Unprintable:
    def __str__(self):
        raise RuntimeError("no text")


class LogHandlerTest(FolderTest):
    def loaded(self, script=SCRIPT):
        return SourceFileLoader("log", script).load_module()

    def told(self, *messages):
        script = self.loaded()
        script.log_handler({"level": "resources_info", "msg": "Provided cores: 2", "timestamp": 9.0})
        for message in messages:
            script.log_handler(message)
        script._handler.events.close()

    def test_job_is_told_with_what_the_reader_needs(self):
        self.told(JOB, {"level": "job_finished", "jobid": 3, "timestamp": 12.0})
        (begin,) = self.of("job_info")
        self.assertEqual(
            {
                "timestamp": 10.5,
                "level": "job_info",
                "jobid": 3,
                "name": "sort",
                "local": False,
                "input": ["a.txt"],
                "output": ["b.txt"],
                "wildcards": {"n": "1"},
                "threads": 2,
            },
            begin,
        )
        self.assertEqual([3], [event["jobid"] for event in self.of("job_finished")])

    def test_command_belongs_to_the_job_told_of_before(self):
        command = {"level": "shellcmd", "msg": "sort a.txt > b.txt", "timestamp": 10.6}
        self.told(JOB, command, command)
        (event,) = self.of("shellcmd")
        self.assertEqual((3, "sort a.txt > b.txt"), (event["jobid"], event["msg"]))

    def test_group_failure_names_its_jobs(self):
        self.told(
            {"level": "group_info", "groupid": "g", "timestamp": 10.0},
            {**JOB, "indent": True},
            {
                "level": "group_error",
                "groupid": "g",
                "msg": None,
                "aux_logs": [],
                "job_error_info": [{"jobid": 3}, {"jobid": 4}],
                "timestamp": 11.0,
            },
        )
        self.assertEqual([3, 4], self.of("group_error")[0]["jobs"])
        self.assertTrue(self.of("job_info")[0]["indent"])

    def test_messages_for_debugging_are_left_out(self):
        self.told(
            {"level": "debug", "msg": "Resources before job selection: {}", "timestamp": 10.0},
            {"level": "debug", "msg": "Selected jobs (2):\n\tsort\n\tsort", "timestamp": 10.0},
            {"level": "dag_debug", "status": "candidate", "job": None, "timestamp": 10.0},
        )
        self.assertEqual(["Selected jobs (2):"], [event["msg"] for event in self.of("debug")])

    def test_messages_that_are_not_as_expected_do_not_raise(self):
        with self.warnings(1):
            self.told(
                {},
                {"level": "job_info"},
                {"level": "job_error", "timestamp": 1.0},
                {"level": "info", "msg": Unprintable(), "timestamp": 1.0},
                {**JOB, "wildcards": 7},
                {"level": "of another version", "timestamp": 1.0},
                {**JOB, "threads": "<TBD>", "benchmark": "times/b.tsv"},
            )
        (begin,) = self.of("job_info")
        self.assertNotIn("threads", begin)
        self.assertEqual("times/b.tsv", begin["benchmark"])
        self.assertEqual(5, self.of("workflow_finished")[0]["lost"])

    def test_folder_can_be_chosen(self):
        os.environ["FLOWGAUGE_SNAKEMAKE_EVENTS"] = "events"
        try:
            self.told(JOB)
        finally:
            del os.environ["FLOWGAUGE_SNAKEMAKE_EVENTS"]
        self.assertEqual(1, len(self.files("events")))

    def test_script_without_its_module_does_nothing_but_warn(self):
        shutil.copy(SCRIPT, "alone.py")
        with self.warnings(1):
            script = self.loaded(str(self.folder / "alone.py"))
            script.log_handler(JOB)
