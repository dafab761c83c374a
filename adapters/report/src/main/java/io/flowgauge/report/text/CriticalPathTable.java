package io.flowgauge.report.text;

import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.PathStep;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import io.flowgauge.report.wording.Meaning;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes the critical path: its largest steps in order, and sums of the steps between them. */
final class CriticalPathTable {
  private static final int LINES = 12;
  private static final int CAUSES = 2;

  private final Attribution attribution;
  private final Workflow workflow;
  private final List<PathStep> steps;
  private final Table table = new Table(">~~>><");

  CriticalPathTable(Attribution attribution, Workflow workflow) {
    this.attribution = attribution;
    this.workflow = workflow;
    this.steps = attribution.criticalPath();
  }

  void write(Page page) throws IOException {
    if (steps.isEmpty()) {
      return;
    }
    page.title(
        "CRITICAL PATH",
        Human.count(steps.size(), "activity", "activities")
            + ", "
            + Meaning.ofPath(attribution, workflow));
    table.row("", "activity", "type", "time", "share", "mostly");
    rows();
    table.write(page);
  }

  private void rows() {
    BitSet shown = shown();
    int from = 0;
    for (int k = shown.nextSetBit(0); k >= 0; k = shown.nextSetBit(k + 1)) {
      addGap(from, k);
      step(k);
      from = k + 1;
    }
    addGap(from, steps.size());
  }

  /** Returns as many of the largest steps as leave room for a line for each gap between them. */
  private BitSet shown() {
    if (steps.size() <= LINES) {
      return IntStream.range(0, steps.size()).collect(BitSet::new, BitSet::set, BitSet::or);
    }
    List<Integer> largest =
        IntStream.range(0, steps.size())
            .boxed()
            .sorted(Comparator.comparing((Integer k) -> -steps.get(k).nanos()))
            .limit(LINES)
            .toList();
    for (int count = LINES - 1; ; count--) {
      BitSet shown = new BitSet();
      largest.subList(0, count).forEach(shown::set);
      if (count + gaps(shown) <= LINES) {
        return shown;
      }
    }
  }

  private int gaps(BitSet shown) {
    int gaps = 0;
    for (int k = shown.nextClearBit(0); k < steps.size(); k = shown.nextClearBit(k)) {
      gaps++;
      int next = shown.nextSetBit(k);
      k = next < 0 ? steps.size() : next;
    }
    return gaps;
  }

  private void addGap(int from, int to) {
    if (to - from == 1) {
      step(from);
    } else if (to > from) {
      List<PathStep> between = steps.subList(from, to);
      Map<OverheadClass, Long> overheads =
          between.stream()
              .flatMap(s -> s.overheadNanos().entrySet().stream())
              .collect(
                  Collectors.groupingBy(
                      Map.Entry::getKey, Collectors.summingLong(Map.Entry::getValue)));
      long ideal = between.stream().mapToLong(PathStep::idealNanos).sum();
      row("", "… " + Human.count(to - from) + " more", "", new PathStep("", ideal, overheads));
    }
  }

  private void step(int position) {
    PathStep step = steps.get(position);
    String type = workflow.find(step.activity()).map(Activity::type).orElse("");
    row(
        Integer.toString(position + 1),
        step.activity(),
        type.equals(step.activity()) ? "" : type,
        step);
  }

  private void row(String number, String name, String type, PathStep step) {
    table.row(
        number,
        name,
        type,
        Human.brief(Times.seconds(step.nanos())),
        attribution.makespanNanos() > 0
            ? Human.percent(step.nanos() / (double) attribution.makespanNanos())
            : "",
        causes(step));
  }

  private static String causes(PathStep step) {
    var parts = new ArrayList<Map.Entry<String, Long>>();
    parts.add(Map.entry("useful", step.idealNanos()));
    step.overheadNanos().forEach((c, nanos) -> parts.add(Map.entry(Meaning.name(c), nanos)));
    return parts.stream()
        .filter(part -> part.getValue() > 0)
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(CAUSES)
        .map(part -> part.getKey() + " " + Human.brief(Times.seconds(part.getValue())))
        .collect(Collectors.joining(", "));
  }
}
