"""The plug-in for Snakemake 9, against a stand-in of its interface and records like Snakemake's.

The fields of the records are those that Snakemake 9.25 gives them in jobs.py, workflow.py, exceptions.py
and job_scheduler.py; they go through a queue as LoggerManager in logging.py makes it.
"""

import dataclasses
import logging
import logging.handlers
import queue
import threading
import typing
import uuid

from folders import FolderTest
import snakemake_logger_plugin_flowgauge as plugin
from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent
from snakemake_interface_logger_plugins.settings import (
    LogHandlerSettingsBase,
    OutputSettingsLoggerInterface,
)


class Snakemake:
    """Logs as Snakemake 9 does."""

    def __init__(self, settings=None, dryrun=False):
        common = OutputSettingsLoggerInterface()
        common.dryrun = dryrun
        self.handler = plugin.LogHandler(common, settings or plugin.LogHandlerSettings())
        self.logger = logging.Logger("snakemake.logging", logging.INFO)
        records = queue.Queue(-1)
        self.listener = logging.handlers.QueueListener(
            records, self.handler, respect_handler_level=True
        )
        self.listener.start()
        self.logger.addHandler(logging.handlers.QueueHandler(records))

    def stop(self):
        self.listener.stop()
        self.handler.flush()
        self.handler.close()

    def log(self, event, text=None, level=logging.INFO, **fields):
        self.logger.log(level, text, extra=dict(event=event, **fields))

    def begin(self):
        self.log(
            LogEvent.WORKFLOW_STARTED,
            "Workflow has started!",
            workflow_id=uuid.uuid4(),
            snakefile="Snakefile",
            cwd="/",
            configfiles=[],
        )
        self.logger.info("Building DAG of jobs...")
        self.log(LogEvent.RESOURCES_INFO, "Provided cores: 2", cores=2)
        self.log(LogEvent.RUN_INFO, "Job stats:\njob  count", stats={"sort": 1, "total": 1})
        self.logger.info("Select jobs to execute...")

    def job(self, number, **fields):
        self.log(LogEvent.JOB_STARTED, "Execute 2 jobs...", jobs=[number, "4695ff1b-d3d4"])
        about = dict(
            jobid=number,
            rule_msg=None,
            rule_name="sort",
            local=False,
            input=["a.txt"],
            output=["b.txt"],
            log=[],
            benchmark=None,
            wildcards={"n": "1"},
            reason="Missing output files: b.txt",
            resources=[1, 1],
            priority=0,
            threads=2,
            indent=False,
            is_checkpoint=False,
            printshellcmd=True,
            is_handover=False,
            shellcmd="sort a.txt > b.txt",
        )
        about.update(fields)
        self.log(LogEvent.JOB_INFO, f" Rule: sort, Jobid: {number}", **about)
        self.log(LogEvent.SHELLCMD, "Shell command: sort", shellcmd="sort", indent=False)

    def fail(self, number):
        self.log(
            LogEvent.JOB_ERROR,
            f"Error in rule sort, jobid: {number}",
            logging.ERROR,
            jobid=number,
            rule_name="sort",
            rule_msg=None,
            input=["a.txt"],
            output=["b.txt"],
            log=[],
            conda_env=None,
            container_img=None,
            aux={},
            indent=False,
            shellcmd="sort a.txt > b.txt",
        )

    def finish(self, number):
        text = f"Finished jobid: {number} (Rule: sort)"
        self.log(LogEvent.JOB_FINISHED, text, job_id=number)
        self.log(LogEvent.PROGRESS, done=1, total=1)


class LoggerPluginTest(FolderTest):
    def test_contract_is_kept(self):
        self.assertTrue(issubclass(plugin.LogHandlerSettings, LogHandlerSettingsBase))
        self.assertTrue(dataclasses.is_dataclass(plugin.LogHandlerSettings))
        for field in dataclasses.fields(plugin.LogHandlerSettings):
            self.assertIsNot(dataclasses.MISSING, field.default)
            self.assertEqual(typing.Optional[str], field.type)
            self.assertTrue(field.metadata["help"])
        self.assertNotIn("__init__", vars(plugin.LogHandler))
        snakemake = Snakemake()
        self.assertIsInstance(snakemake.handler, LogHandlerBase)
        for name in ("writes_to_stream", "writes_to_file", "has_formatter", "needs_rulegraph"):
            self.assertIsInstance(getattr(snakemake.handler, name), bool)
        self.assertTrue(snakemake.handler.has_filter)
        snakemake.stop()

    def test_run_is_told_with_what_the_reader_needs(self):
        snakemake = Snakemake()
        snakemake.begin()
        snakemake.job(0)
        snakemake.finish(0)
        snakemake.logger.info("Complete log(s): run.log")
        snakemake.stop()
        self.assertEqual(
            [
                "workflow_started",
                "info",
                "resources_info",
                "run_info",
                "info",
                "job_started",
                "job_info",
                "shellcmd",
                "job_finished",
                "progress",
                "info",
                "workflow_finished",
            ],
            [event["level"] for event in self.events()],
        )
        self.assertEqual(2, self.of("job_started")[0]["count"])
        (begin,) = self.of("job_info")
        begin.pop("timestamp")
        self.assertEqual(
            {
                "level": "job_info",
                "jobid": 0,
                "name": "sort",
                "local": False,
                "input": ["a.txt"],
                "output": ["b.txt"],
                "wildcards": {"n": "1"},
                "threads": 2,
            },
            begin,
        )
        self.assertEqual("sort a.txt > b.txt", self.of("shellcmd")[0]["msg"])
        self.assertEqual("success", self.of("workflow_finished")[0]["outcome"])
        self.assertEqual(1, threading.active_count())

    def test_times_are_those_of_the_records(self):
        snakemake = Snakemake()
        made = []
        snakemake.logger.addFilter(lambda record: made.append(record.created) or True)
        snakemake.begin()
        snakemake.job(0)
        snakemake.stop()
        begin = self.of("job_info")[0]["timestamp"]
        self.assertIn(begin, [round(moment, 6) for moment in made])

    def test_failures_and_their_end_are_told(self):
        snakemake = Snakemake()
        snakemake.begin()
        snakemake.job(0)
        snakemake.fail(0)
        snakemake.logger.error("Exiting because a job execution failed. Look below")
        snakemake.fail(0)
        snakemake.logger.info("Complete log(s): run.log")
        snakemake.log(LogEvent.ERROR, "WorkflowError: ...", logging.ERROR, exception="WorkflowError")
        snakemake.stop()
        self.assertEqual([0, 0], [event["jobid"] for event in self.of("job_error")])
        self.assertEqual("failure", self.of("workflow_finished")[0]["outcome"])

    def test_groups_are_told_with_the_jobs_that_failed(self):
        snakemake = Snakemake()
        snakemake.begin()
        snakemake.log(LogEvent.GROUP_INFO, "Group job g", group_id="g", jobs=[object()])
        snakemake.job(1, indent=True)
        failed = [dict(jobid=1, event=LogEvent.JOB_ERROR)]
        snakemake.log(
            LogEvent.GROUP_ERROR,
            "Error in group g",
            logging.ERROR,
            groupid="g",
            aux_logs=[],
            job_error_info=failed,
        )
        snakemake.stop()
        self.assertEqual("g", self.of("group_info")[0]["groupid"])
        self.assertTrue(self.of("job_info")[0]["indent"])
        self.assertEqual([1], self.of("group_error")[0]["jobs"])

    def test_dry_run_makes_no_file(self):
        snakemake = Snakemake(dryrun=True)
        snakemake.begin()
        snakemake.job(0)
        snakemake.stop()
        self.assertEqual([], self.files())

    def test_folder_can_be_chosen(self):
        snakemake = Snakemake(plugin.LogHandlerSettings(folder="events"))
        snakemake.begin()
        snakemake.stop()
        self.assertEqual(1, len(self.files("events")))

    def test_records_that_are_not_as_expected_do_not_raise(self):
        with self.warnings(1):
            snakemake = Snakemake()
            snakemake.begin()
            for event in LogEvent:
                snakemake.log(event, "without fields")
            snakemake.log("of another version", "text")
            snakemake.job(0, threads="<TBD>", wildcards=None, input=None)
            snakemake.stop()
        self.assertEqual(1, len(self.of("job_info")))
        self.assertLess(0, self.of("workflow_finished")[0]["lost"])
