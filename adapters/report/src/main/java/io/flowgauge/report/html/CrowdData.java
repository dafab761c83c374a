package io.flowgauge.report.html;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.ActivityState;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.Processor;
import io.flowgauge.run.StateInterval;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sums over activities that are too many for a browser to draw one by one: how many were in each
 * state during each of {@link #PARTS} equal parts of the run, and how busy the processors were,
 * several of them in one row if there are many. Numbers are means over a part.
 */
final class CrowdData {
  private static final int PARTS = 1_000;
  private static final int ROWS = 60;

  private final JsonWriter json;
  private final WorkflowRun run;
  private final long origin;
  private final double partNanos;
  private final int perRow;
  private final Map<String, Integer> rowOf = new HashMap<>();
  private final double[][] states = new double[ActivityState.values().length][PARTS];

  /** Attempts that were waiting or processing, but it is not known which. */
  private final double[] unclear = new double[PARTS];

  private final double[][] busy;
  private final long[] slots;

  CrowdData(JsonWriter json, RunReport report) {
    this.json = json;
    this.run = report.run();
    this.origin = run.startNanos().orElse(0);
    this.partNanos = Math.max(1, run.endNanos().orElse(origin) - origin) / (double) PARTS;
    List<Processor> processors = run.processors();
    this.perRow = (processors.size() + ROWS - 1) / ROWS;
    int rows = perRow == 0 ? 0 : (processors.size() + perRow - 1) / perRow;
    this.busy = new double[rows][PARTS];
    this.slots = new long[rows];
    for (int p = 0; p < processors.size(); p++) {
      rowOf.put(processors.get(p).name(), p / perRow);
      slots[p / perRow] += processors.get(p).slots();
    }
  }

  void write() throws IOException {
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      add(run.execution(a));
    }
    json.array(
        "levels",
        () -> {
          for (double[] state : states) {
            json.array(() -> rounded(state, 1));
          }
        });
    json.array("unclear", () -> rounded(unclear, 1));
    json.array("rows", this::rows);
  }

  private void add(ActivityExecution execution) {
    for (StateInterval state : execution.graph().states()) {
      int number = List.of(ActivityState.values()).indexOf(state.state());
      double[] parts = isUnclear(state, execution) ? unclear : states[number];
      addCoverage(parts, state.leading().epochNanos(), state.endNanos());
    }
    for (Attempt attempt : execution.attempts()) {
      Integer row = attempt.processor().map(rowOf::get).orElse(null);
      if (row != null && attempt.active().isPresent() && attempt.ended().isPresent()) {
        addCoverage(busy[row], attempt.active().getAsLong(), attempt.ended().getAsLong());
      }
    }
  }

  /**
   * Whether an attempt ended in a state in which it waits, so that part of the time was processing.
   */
  private static boolean isUnclear(StateInterval state, ActivityExecution execution) {
    return state.state().compareTo(ActivityState.PROCESSING) < 0
        && execution.attempts().stream()
            .filter(attempt -> attempt.number() == state.leading().attempt())
            .filter(attempt -> attempt.active().isEmpty())
            .anyMatch(attempt -> attempt.ended().orElse(Long.MAX_VALUE) <= state.endNanos());
  }

  /** Adds to each part the fraction of it that an interval covers. */
  private void addCoverage(double[] parts, long beginNanos, long endNanos) {
    double begin = Math.max(0, (beginNanos - origin) / partNanos);
    double end = Math.min(PARTS, (endNanos - origin) / partNanos);
    for (int part = (int) begin; part < end; part++) {
      parts[part] += Math.min(end, part + 1) - Math.max(begin, part);
    }
  }

  private void rows() throws IOException {
    List<Processor> processors = run.processors();
    for (int row = 0; row < busy.length; row++) {
      int first = row * perRow;
      int last = Math.min(processors.size(), first + perRow) - 1;
      int number = row;
      json.object(
          () -> {
            json.name("first", processors.get(first).name());
            json.name("last", processors.get(last).name());
            json.number("slots", slots[number]);
            json.array("busy", () -> rounded(busy[number], (double) Math.max(1, slots[number])));
          });
    }
  }

  /** Writes quotients rounded to three decimals, more than a chart shows. */
  private void rounded(double[] values, double by) throws IOException {
    for (double value : Arrays.stream(values).map(v -> Math.rint(v / by * 1000) / 1000).toArray()) {
      json.element(value);
    }
  }
}
