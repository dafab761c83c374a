"""Helpers of the tests: temporary folders, and the events in them."""

import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest

PLUGIN = pathlib.Path(__file__).resolve().parent.parent
SOURCES = PLUGIN / "src"
STAND_IN = pathlib.Path(__file__).resolve().parent / "stand_in"

for _path in (SOURCES, STAND_IN):
    if str(_path) not in sys.path:
        sys.path.insert(0, str(_path))


class FolderTest(unittest.TestCase):
    """A test in a folder of its own."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        self.folder = pathlib.Path(holder.name)
        os.chdir(self.folder)

    def files(self, folder=".snakemake/flowgauge"):
        return sorted(self.folder.joinpath(folder).glob("*.events.jsonl"))

    def events(self):
        (file,) = self.files()
        return [json.loads(line) for line in file.read_text("ascii").splitlines() if line]

    def of(self, level):
        return [event for event in self.events() if event["level"] == level]

    @contextlib.contextmanager
    def warnings(self, expected):
        with contextlib.redirect_stderr(io.StringIO()) as printed:
            yield
        self.assertEqual(expected, len(printed.getvalue().splitlines()), printed.getvalue())
