package io.flowgauge.cli.instrument;

import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorResult;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes the regions without sensors, by reason. */
final class RefusedText {
  private static final int NAMED = 5;

  /** Reasons why a jump does not fit; a kernel probe needs no jump. */
  private static final Set<RefusalCode> NO_JUMP =
      EnumSet.of(
          RefusalCode.TOO_SHORT,
          RefusalCode.MID_CALL,
          RefusalCode.CROSS_JUMP,
          RefusalCode.NO_NEAR_SPACE);

  private RefusedText() {}

  /** Writes how many sensors there are, and which are missing. */
  static void write(Page page, SensorReport report) throws IOException {
    if (!report.done().isEmpty()) {
      page.line(
          "  "
              + Human.count(report.done().size(), "sensor", "sensors")
              + ", put in within "
              + Nanos.text((double) report.took().toNanos())
              + stopped(report.stopped()));
      writeKernelProbes(page, report);
    }
    if (!report.refused().isEmpty()) {
      page.title("REFUSED", Human.count(report.refused().size(), "region", "regions"));
      for (Map.Entry<RefusalCode, List<SensorResult>> reason : report.refusedByCode().entrySet()) {
        reason(page, reason.getKey(), reason.getValue());
      }
      writeKernelHint(page, report);
    }
    for (RegionPattern pattern : report.unmatched()) {
      page.paragraph("  ", unmatched(pattern, report) + "; 'flowgauge sir PID' lists them.");
    }
  }

  /**
   * Tells how long threads were stopped; none is for methods of a Java class that is not loaded
   * yet.
   */
  private static String stopped(Duration stopped) {
    return stopped.isZero()
        ? " without stopping any thread"
        : " with all threads stopped for " + Nanos.text((double) stopped.toNanos());
  }

  private static void writeKernelHint(Page page, SensorReport report) throws IOException {
    long count =
        report.refused().stream()
            .filter(result -> result.backend() != Backend.KERNEL)
            .filter(result -> NO_JUMP.contains(result.refusal().orElseThrow().code()))
            .count();
    if (count > 0) {
      page.paragraph(
          "  ",
          "--backend kernel can measure "
              + Human.count(count)
              + " of them, at a cost of 1 to 10 µs or more per call.");
    }
  }

  /** Names a pattern that matches nothing, and what exists instead. */
  static String unmatched(RegionPattern pattern, SensorReport report) {
    String hint = report.hints().get(pattern);
    return "No region is named " + pattern + (hint == null ? "" : ": " + hint);
  }

  /** Names the kernel probes, whose times are not comparable with those of other sensors. */
  private static void writeKernelProbes(Page page, SensorReport report) throws IOException {
    List<SensorResult> probes =
        report.done().stream().filter(result -> result.backend() == Backend.KERNEL).toList();
    if (!probes.isEmpty()) {
      page.paragraph(
          "  ",
          "including "
              + Human.count(probes.size(), "kernel probe", "kernel probes")
              + ", most of whose cost is included in their times and in the own times of callers"
              + " with sensors: "
              + names(probes));
    }
  }

  private static void reason(Page page, RefusalCode code, List<SensorResult> results)
      throws IOException {
    String message = results.get(0).refusal().map(Refusal::message).orElse("");
    page.paragraph("  ", code + " (" + Human.count(results.size()) + "): " + message);
    page.paragraph("    ", names(results));
  }

  private static String names(List<SensorResult> results) {
    List<String> names = results.stream().map(result -> RegionLabel.of(result.region())).toList();
    return Human.some(names, NAMED);
  }
}
