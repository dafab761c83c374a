package io.flowgauge.control;

import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.OverheadReport;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.WorkflowRun;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Implements {@link Policy#dominantOverhead}. Evaluates each report once. Not thread-safe. */
final class DominantOverhead implements Policy {
  private static final Set<OverheadClass> WITHIN =
      EnumSet.of(
          OverheadClass.EXTERNAL_LOAD,
          OverheadClass.COMMUNICATION,
          OverheadClass.SYNCHRONIZATION,
          OverheadClass.OTHER_PARALLEL,
          OverheadClass.UNIDENTIFIED);

  private final double severity;
  private Optional<RunReport> last = Optional.empty();
  private Optional<Dominant> dominant = Optional.empty();

  /** The class that dominates, its share of the makespan, and the type that has most of it. */
  private record Dominant(OverheadClass overhead, double severity, String type) {}

  DominantOverhead(double severity) {
    this.severity = severity;
  }

  @Override
  public String name() {
    return "dominant-overhead";
  }

  @Override
  public double share() {
    return 0.5;
  }

  @Override
  public Optional<String> why(Candidate candidate) {
    RunReport report = candidate.report();
    if (last.filter(known -> known == report).isEmpty()) {
      last = Optional.of(report);
      dominant = find(report);
    }
    return dominant
        .filter(known -> known.type().equals(candidate.type()))
        .map(
            known ->
                String.format(
                    Locale.ROOT,
                    "%s dominates with %.0f %% of the time so far, most of it in type %s",
                    known.overhead().label(),
                    100 * known.severity(),
                    known.type()));
  }

  private Optional<Dominant> find(RunReport report) {
    OverheadReport overheads = report.overheads();
    return Arrays.stream(OverheadClass.values())
        .filter(OverheadClass::isLeaf)
        .max(Comparator.comparingDouble(each -> value(overheads.total().severity(each))))
        .filter(WITHIN::contains)
        .map(
            each ->
                new Dominant(each, value(overheads.total().severity(each)), worst(report, each)))
        .filter(each -> each.severity() >= severity);
  }

  private static double value(Measured measured) {
    return measured.isMeasured() ? measured.value() : 0;
  }

  /** Returns the type whose activities have most of a class. */
  private static String worst(RunReport report, OverheadClass overhead) {
    WorkflowRun run = report.run();
    Map<String, Double> sums = new HashMap<>();
    for (int k = 0; k < run.workflow().activityCount(); k++) {
      double seconds = value(report.overheads().activity(k).overhead(overhead));
      sums.merge(run.workflow().activity(k).type(), seconds, Double::sum);
    }
    return sums.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse("");
  }
}
