package io.flowgauge.cli.instrument;

import io.flowgauge.instrumentation.CallEdge;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileLosses;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.ThreadProfile;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Writes a profile as text. */
final class ProfileText {
  private final ProfileOptions options;
  private final int width;

  ProfileText(ProfileOptions options, int width) {
    this.options = options;
    this.width = width;
  }

  /** Returns how long sensors have been in place, in nanoseconds. */
  static double elapsedNanos(Profile profile) {
    return Duration.between(profile.since(), profile.at()).toNanos();
  }

  void write(Page page, Profile profile, RegionTable.Frame frame) throws IOException {
    page.line(heading(profile));
    page.line("");
    new RegionTable(width, options.top()).write(page, profile.regions(), frame);
    losses(page, profile.losses());
    if (options.hasCallGraph()) {
      callGraph(page, profile.callGraph());
    }
    if (options.hasThreads()) {
      threads(page, profile.threads(), frame);
    }
  }

  private static String heading(Profile profile) {
    double elapsed = elapsedNanos(profile);
    long calls = profile.regions().stream().mapToLong(RegionProfile::calls).sum();
    String cost =
        elapsed > 0 ? ", sensors cost " + Nanos.percent(profile.costNanos() / elapsed) : "";
    return profile.process().name()
        + ", process "
        + profile.process().pid()
        + ": "
        + Human.count(calls, "call", "calls")
        + " in "
        + Nanos.text(Math.max(0, elapsed))
        + (cost.isEmpty() ? "" : cost + " of a processor");
  }

  private static void losses(Page page, ProfileLosses losses) throws IOException {
    List<String> parts = new ArrayList<>();
    add(parts, losses.nestedTooDeeply(), "nested too deeply");
    add(parts, losses.inSignalHandlers(), "in signal handlers that interrupted a sensor");
    add(parts, losses.withoutThread(), "in threads for which there was no room");
    add(parts, losses.withoutRecord(), "on edges of the call graph for which there was no room");
    add(parts, losses.aborted(), "left by longjmp or an exception");
    if (!parts.isEmpty()) {
      page.paragraph("  ", "Calls that were not measured: " + String.join(", ", parts) + ".");
    }
  }

  private static void add(List<String> parts, long count, String what) {
    if (count > 0) {
      parts.add(Human.count(count) + " " + what);
    }
  }

  private void callGraph(Page page, List<CallEdge> edges) throws IOException {
    page.title("CALL GRAPH", "of regions with sensors");
    Table table = new Table("~~>>", width);
    table.row("caller", "callee", "calls", "total");
    edges.stream()
        .sorted(Comparator.comparingDouble((CallEdge edge) -> -edge.totalNanos()))
        .limit(options.top())
        .forEach(
            edge ->
                table.row(
                    edge.caller().map(RegionLabel::of).orElse("(outside)"),
                    RegionLabel.of(edge.callee()),
                    Nanos.count((double) edge.calls()),
                    Nanos.text(edge.totalNanos())));
    table.write(page);
    if (edges.size() > options.top()) {
      page.line("  and " + Human.count(edges.size() - options.top()) + " more; --top shows them");
    }
  }

  private void threads(Page page, List<ThreadProfile> threads, RegionTable.Frame frame)
      throws IOException {
    for (ThreadProfile thread : threads) {
      page.title("THREAD " + thread.thread(), thread.name());
      new RegionTable(width, options.top())
          .write(page, thread.regions(), RegionTable.Frame.of(frame.elapsedNanos()));
    }
  }
}
