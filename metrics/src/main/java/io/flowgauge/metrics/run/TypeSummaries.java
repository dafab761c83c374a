package io.flowgauge.metrics.run;

import io.flowgauge.analysis.ActivityTypeSummary;
import io.flowgauge.metrics.activity.RunTimes;
import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Summarizes the activities of each type. Stateless. */
final class TypeSummaries {
  private static final double TAIL = 0.95;

  /** The activities of one type. */
  private static final class Group {
    private final TimeSample wallclocks = new TimeSample("no activity of the type has a known T");
    private final TimeSample waiting = new TimeSample("SUBMITTED or PENDING is not recorded");
    private final TimeSample queuing =
        new TimeSample("PENDING and SUBMITTED, or ACTIVE, are not recorded");
    private ActivityKind kind;
    private int count;

    void add(ActivityKind own) {
      kind = kind == null || kind == own ? own : ActivityKind.COMPUTE;
      count++;
    }

    void addTimes(long wallclock, long waits, long queues) {
      wallclocks.addIfKnown(wallclock);
      waiting.addIfKnown(waits);
      queuing.addIfKnown(queues);
    }

    ActivityTypeSummary summary(String type) {
      return new ActivityTypeSummary(
          type,
          kind,
          count,
          wallclocks.mean(),
          wallclocks.quantile(TAIL),
          wallclocks.sum(),
          waiting.mean(),
          queuing.mean());
    }
  }

  private TypeSummaries() {}

  static List<ActivityTypeSummary> of(RunTimes times, StateTimes states) {
    ColumnarRun run = times.run();
    Map<String, Group> groups = new LinkedHashMap<>();
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      Activity activity = run.workflow().activity(a);
      Group group = groups.computeIfAbsent(activity.type(), t -> new Group());
      group.add(activity.kind());
      if (!run.isSkipped(a)) {
        group.addTimes(times.wallclock(a), states.waiting(a), states.queuing(a));
      }
    }
    List<ActivityTypeSummary> summaries = new ArrayList<>();
    groups.forEach((type, group) -> summaries.add(group.summary(type)));
    summaries.sort(
        Comparator.comparingDouble((ActivityTypeSummary s) -> -s.totalSeconds().orElse(0)));
    return List.copyOf(summaries);
  }
}
