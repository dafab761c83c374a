"""Prints the records of .snakemake/metadata, one JSON object a line, with the names of the outputs."""

import base64
import json
import pathlib
import sys

for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    record = json.loads(path.read_text())
    kept = {name: record[name] for name in ("rule", "input", "starttime", "endtime", "shellcmd")}
    print(json.dumps({"output": base64.b64decode(path.name).decode(), **kept}))
