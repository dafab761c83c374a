package io.flowgauge.report;

import io.flowgauge.analysis.IdealSource;
import io.flowgauge.analysis.IdealTime;
import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.OverheadReport;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.workflow.Region;
import java.util.List;
import java.util.Map;

/** An overhead hierarchy given by its parts. */
record FakeOverheads(
    List<RegionOverheads> regions, Map<IdealSource, Integer> idealSources, Measured lostWork)
    implements OverheadReport {

  @Override
  public Measured measuredExternalLoad() {
    return Measured.absent("no activity's waits for processors were measured");
  }

  @Override
  public RegionOverheads total() {
    return regions.get(0);
  }

  @Override
  public RegionOverheads of(Region region) {
    throw new UnsupportedOperationException();
  }

  @Override
  public RegionOverheads activity(int index) {
    throw new UnsupportedOperationException();
  }

  @Override
  public IdealTime ideal(int index) {
    throw new UnsupportedOperationException();
  }

  /** One region; the other overheads follow from the ideal time and the classes. */
  record Of(Region region, Measured time, Measured ideal, Map<OverheadClass, Double> classes)
      implements RegionOverheads {

    @Override
    public Measured overhead(OverheadClass overhead) {
      if (overhead == OverheadClass.TOTAL) {
        return Measured.of(time.value() - ideal.value());
      }
      if (overhead == OverheadClass.UNIDENTIFIED) {
        double identified = classes.values().stream().mapToDouble(s -> s).sum();
        return Measured.of(time.value() - ideal.value() - identified);
      }
      if (overhead.isLeaf()) {
        Double seconds = classes.get(overhead);
        return seconds == null
            ? Measured.absent("the input has no such events")
            : Measured.of(seconds);
      }
      double sum = 0;
      boolean isMeasured = false;
      for (OverheadClass child : overhead.children()) {
        isMeasured |= overhead(child).isMeasured();
        sum += overhead(child).orElse(0);
      }
      return isMeasured ? Measured.of(sum) : Measured.absent("no part of it was measured");
    }

    @Override
    public Measured severity(OverheadClass overhead) {
      Measured seconds = overhead(overhead);
      return seconds.isMeasured() ? Measured.of(seconds.value() / time.value()) : seconds;
    }
  }
}
