package io.flowgauge.report;

import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.PathStep;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** An attribution computed as the sum of its steps. */
record FakeAttribution(List<PathStep> criticalPath, boolean isEstimated) implements Attribution {

  @Override
  public long makespanNanos() {
    return criticalPath.stream().mapToLong(PathStep::nanos).sum();
  }

  @Override
  public long idealNanos() {
    return criticalPath.stream().mapToLong(PathStep::idealNanos).sum();
  }

  @Override
  public long overheadNanos(OverheadClass overhead) {
    return overhead.isLeaf()
        ? classes().getOrDefault(overhead, 0L)
        : overhead.children().stream().mapToLong(this::overheadNanos).sum();
  }

  @Override
  public Map<OverheadClass, Long> classes() {
    Map<OverheadClass, Long> sums = new EnumMap<>(OverheadClass.class);
    criticalPath.forEach(s -> s.overheadNanos().forEach((c, n) -> sums.merge(c, n, Long::sum)));
    return sums;
  }

  @Override
  public OptionalLong slackNanos(int index) {
    throw new UnsupportedOperationException();
  }
}
