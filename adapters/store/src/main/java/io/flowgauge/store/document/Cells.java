package io.flowgauge.store.document;

import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.RunMetrics;
import io.flowgauge.run.Processor;
import java.util.OptionalLong;

/** Facts about a run as table cells; null means unknown. Stateless. */
public final class Cells {
  private Cells() {}

  /** A number, if there is one. */
  public static Long of(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  /** A value, or null if it was not measured. */
  public static Double of(Measured value) {
    return value.isMeasured() ? value.value() : null;
  }

  /** How many activities ran on a processor. */
  public static int activities(RunMetrics metrics, Processor processor) {
    return metrics.activitiesPerProcessor().getOrDefault(processor.name(), 0);
  }

  /** The utilization of a processor, 0 to 1. */
  public static Double utilization(RunMetrics metrics, Processor processor) {
    return of(metrics.utilization().getOrDefault(processor.name(), Measured.absent("not known")));
  }
}
