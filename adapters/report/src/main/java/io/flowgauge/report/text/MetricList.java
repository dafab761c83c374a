package io.flowgauge.report.text;

import io.flowgauge.analysis.ForkJoinSlowdown;
import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.RunMetrics;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.analysis.Spread;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.wording.ForkJoins;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes a line for each metric that was measured. */
final class MetricList {
  private static final int PROCESSORS_NAMED = 4;
  private static final int SLOWDOWNS = 3;
  private static final int NAME_WIDTH = 28;

  private final RunReport report;
  private final RunMetrics metrics;
  private final Page page;
  private boolean hasTitle;

  MetricList(RunReport report, Page page) {
    this.report = report;
    this.metrics = report.metrics();
    this.page = page;
  }

  void write() throws IOException {
    success();
    processingPath();
    delays();
    time("response time", metrics.meanResponseTime(), "from an activity's first event to its end");
    time(
        "waiting time",
        metrics.meanWaitingTime(),
        "from an activity's first event to ACTIVE, plus suspensions and time between attempts");
    time("queuing time", metrics.meanQueuingTime(), "in the queues of sites");
    communication();
    utilization();
    slowdowns();
  }

  private void item(String name, String text) throws IOException {
    if (!hasTitle) {
      page.title("METRICS", "");
      hasTitle = true;
    }
    page.paragraph(Human.format("  %-23s", name), text);
  }

  private void success() throws IOException {
    if (metrics.successRate().isMeasured()) {
      long ended =
          (long) metrics.completedAttempts() + metrics.failedAttempts() + metrics.abortedAttempts();
      item(
          "success rate",
          Human.percent(metrics.successRate())
              + Human.format(
                  ": %,d of %s completed",
                  metrics.completedAttempts(),
                  Human.count(ended, "ended attempt", "ended attempts")));
    }
    Measured lost = report.overheads().lostWork();
    if (lost.isMeasured()) {
      item("lost work", Human.brief(lost) + " in attempts that did not complete");
    }
    Measured load = report.overheads().measuredExternalLoad();
    if (load.isMeasured()) {
      item(
          "external load",
          Human.brief(load)
              + " of waiting while other programs held the processors was measured over all"
              + " activities"
              + coverage(load)
              + "; the rest is inferred from ideal times");
    }
  }

  private void processingPath() throws IOException {
    Measured path = metrics.criticalPathProcessingSeconds();
    if (path.isMeasured()) {
      item(
          "processing path",
          Human.brief(path)
              + ": the longest path by processing times, "
              + Human.count(metrics.criticalPathByProcessing().size(), "activity", "activities")
              + coverage(path));
    }
  }

  private void delays() throws IOException {
    Spread delay = metrics.synchronizationDelay();
    if (!delay.mean().isMeasured()) {
      return;
    }
    boolean toStarted;
    try (var delays = metrics.synchronizationDelays()) {
      toStarted = delays.anyMatch(d -> d.startedStandsIn());
    }
    item(
        "synchronization delay",
        "min "
            + Human.brief(delay.min())
            + ", mean "
            + Human.brief(delay.mean())
            + ", max "
            + Human.brief(delay.max())
            + " from the end of an activity until the next was "
            + (toStarted ? "started" : "submitted")
            + coverage(delay.mean()));
  }

  private void time(String name, Measured mean, String what) throws IOException {
    if (mean.isMeasured()) {
      item(name, "mean " + Human.brief(mean) + " " + what + coverage(mean));
    }
  }

  private void communication() throws IOException {
    Measured ratio = metrics.communicationToComputation();
    if (ratio.isMeasured()) {
      item("communication", Human.ratio(ratio.value()) + " times the computation");
    }
  }

  private void utilization() throws IOException {
    List<Map.Entry<String, Measured>> measured =
        metrics.utilization().entrySet().stream()
            .filter(processor -> processor.getValue().isMeasured())
            .sorted(Comparator.comparing(processor -> -processor.getValue().value()))
            .toList();
    if (measured.isEmpty()) {
      return;
    }
    item(
        "utilization",
        measured.size() <= PROCESSORS_NAMED
            ? measured.stream().map(MetricList::named).collect(Collectors.joining(", "))
            : range(measured));
  }

  private static String named(Map.Entry<String, Measured> processor) {
    return Human.shortened(processor.getKey(), NAME_WIDTH)
        + " "
        + Human.percent(processor.getValue());
  }

  private static String range(List<Map.Entry<String, Measured>> busiestFirst) {
    double mean =
        busiestFirst.stream().mapToDouble(p -> p.getValue().value()).average().orElseThrow();
    return "mean "
        + Human.percent(mean)
        + " of "
        + Human.count(busiestFirst.size())
        + " processors, from "
        + named(busiestFirst.get(0))
        + " down to "
        + named(busiestFirst.get(busiestFirst.size() - 1));
  }

  private void slowdowns() throws IOException {
    List<ForkJoinSlowdown> largest =
        ForkJoins.of(report).stream()
            .filter(fork -> fork.slowdown().isMeasured())
            .limit(SLOWDOWNS)
            .toList();
    if (!largest.isEmpty()) {
      item(
          "slowdown",
          largest.stream().map(MetricList::named).collect(Collectors.joining(", "))
              + " (number of members × slowest / fastest)");
    }
  }

  private static String named(ForkJoinSlowdown fork) {
    return Human.ratio(fork.slowdown().value())
        + " in "
        + Human.shortened(fork.section().name(), NAME_WIDTH);
  }

  private static String coverage(Measured value) {
    return value.measured() == value.total()
        ? ""
        : Human.format(" (measured for %,d of %,d)", value.measured(), value.total());
  }
}
