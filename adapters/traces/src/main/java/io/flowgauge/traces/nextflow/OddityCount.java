package io.flowgauge.traces.nextflow;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.Tally;

/** Counts oddities of one kind for one diagnostic. Not thread-safe. */
final class OddityCount {
  private final String noun;
  private final String meaning;
  private final Tally tally = new Tally();

  OddityCount(String noun, String meaning) {
    this.noun = noun;
    this.meaning = meaning;
  }

  void add(String where) {
    tally.add(where);
  }

  void report(Diagnostic.Severity severity, TraceFile file, RunRecorder into) {
    if (tally.count() > 0) {
      into.diagnostic(new Diagnostic(severity, file.fileName(), message()));
    }
  }

  /** Returns a line with their number, their meaning, and the first of them. */
  private String message() {
    String things =
        tally.count() == 1 ? "1 " + noun + " " : tally.count() + " " + noun + "s: each ";
    return things + meaning + "; first: " + Oddities.shown(tally.first());
  }
}
