package io.flowgauge.metrics.overhead;

import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.metrics.activity.TimeClass;
import io.flowgauge.workflow.Region;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;

/** Overheads of one region: leaves in an array, everything else derived from them. */
final class RegionRow implements RegionOverheads {
  private final Region region;
  private final Measured time;
  private final Measured ideal;

  /** Seconds by class; NaN where not measured. */
  private final double[] classes;

  private final Supplier<Counts> counting;
  private Counts counts;

  /**
   * Number of activities of a region, and for each class the number of those for which it was
   * measured.
   */
  @SuppressWarnings("ArrayRecordComponent") // Computed once for one row, never compared.
  record Counts(int activities, int[] measured) {}

  RegionRow(
      Region region, Measured time, Measured ideal, double[] classes, Supplier<Counts> counting) {
    this.region = region;
    this.time = time;
    this.ideal = ideal;
    this.classes = classes;
    this.counting = counting;
  }

  private synchronized Counts counts() {
    counts = counts == null ? counting.get() : counts;
    return counts;
  }

  @Override
  public Region region() {
    return region;
  }

  @Override
  public Measured time() {
    return time;
  }

  @Override
  public Measured ideal() {
    return ideal;
  }

  @Override
  public Measured overhead(OverheadClass overhead) {
    if (overhead == OverheadClass.TOTAL) {
      return total();
    }
    if (overhead == OverheadClass.UNIDENTIFIED) {
      return time.isMeasured()
          ? Measured.of(total().value() - identified())
          : Measured.absent(notMeasured());
    }
    return overhead.isLeaf() ? leaf(overhead) : inner(overhead);
  }

  private Measured total() {
    return time.isMeasured()
        ? Measured.of(time.value() - ideal.orElse(0))
        : Measured.absent(notMeasured());
  }

  private String notMeasured() {
    return time.reason().orElse("");
  }

  private double identified() {
    double sum = 0;
    for (double seconds : classes) {
      sum += Double.isNaN(seconds) ? 0 : seconds;
    }
    return sum;
  }

  private Measured leaf(OverheadClass overhead) {
    int timeClass = TimeClass.of(overhead);
    if (Double.isNaN(classes[timeClass])) {
      return Measured.absent("the input lacks the necessary times");
    }
    int activities = counts().measured()[timeClass];
    // Classes of a region itself, such as load imbalance, are not sums over activities.
    return activities == 0
        ? Measured.of(classes[timeClass])
        : Measured.of(classes[timeClass], activities, counts().activities());
  }

  private Measured inner(OverheadClass overhead) {
    double sum = 0;
    int measured = 0;
    int total = 0;
    for (OverheadClass child : overhead.children()) {
      Measured part = overhead(child);
      sum += part.orElse(0);
      measured = Math.max(measured, part.measured());
      total = Math.max(total, part.total());
    }
    return measured == 0
        ? Measured.absent("none of its classes was measured")
        : Measured.of(sum, measured, total);
  }

  @Override
  public Measured severity(OverheadClass overhead) {
    Measured seconds = overhead(overhead);
    if (!seconds.isMeasured() || !time.isMeasured()) {
      return Measured.absent(seconds.reason().orElseGet(this::notMeasured));
    }
    return time.value() == 0
        ? Measured.absent("the region took no time")
        : Measured.of(seconds.value() / time.value());
  }

  @Override
  public Map<OverheadClass, Double> classes() {
    Map<OverheadClass, Double> measured = new EnumMap<>(OverheadClass.class);
    for (int c = 0; c < classes.length; c++) {
      if (!Double.isNaN(classes[c])) {
        measured.put(TimeClass.leaf(c), classes[c]);
      }
    }
    return Collections.unmodifiableMap(measured);
  }

  @Override
  public String toString() {
    return "RegionOverheads[" + region.name() + ", T=" + time + " s, ideal=" + ideal + " s]";
  }
}
