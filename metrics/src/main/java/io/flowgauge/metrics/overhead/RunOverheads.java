package io.flowgauge.metrics.overhead;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.analysis.IdealSource;
import io.flowgauge.analysis.IdealTime;
import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.OverheadReport;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.metrics.activity.ActivityTimes;
import io.flowgauge.metrics.activity.RunTimes;
import io.flowgauge.metrics.activity.TimeClass;
import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.RegionView;
import io.flowgauge.model.graph.RegionTree;
import io.flowgauge.run.EventType;
import io.flowgauge.run.PhaseType;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Region;
import java.util.AbstractList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The overhead report of a run. Immutable and thread-safe. */
public final class RunOverheads implements OverheadReport {
  private final RunTimes times;
  private final ColumnarRun run;
  private final RegionTree tree;
  private final OverheadTable table;

  /**
   * Computes the overheads of all regions of a run.
   *
   * @param times the run; its workflow has an activity or more
   */
  public RunOverheads(RunTimes times) {
    this.times = times;
    this.run = times.run();
    this.tree = run.workflow().regionTree();
    this.table = new Hierarchy(times).compute();
  }

  @Override
  public RegionOverheads total() {
    return row(0);
  }

  @Override
  public List<RegionOverheads> regions() {
    int[] regions = table.regions();
    return Collections.unmodifiableList(
        new AbstractList<>() {
          @Override
          public RegionOverheads get(int index) {
            return row(regions[index]);
          }

          @Override
          public int size() {
            return regions.length;
          }
        });
  }

  @Override
  public RegionOverheads of(Region region) {
    if (region instanceof RegionView view && view.workflow().equals(run.workflow())) {
      int activity = tree.activity(view.number());
      return activity >= 0 && view.number() > 0 ? activity(activity) : row(view.number());
    }
    throw new IllegalArgumentException(region + " is not a region of this run's tree");
  }

  private RegionOverheads row(int region) {
    double seconds = table.time(region);
    Measured time =
        Double.isNaN(seconds)
            ? Measured.absent("the input has no event times for it")
            : Measured.of(seconds);
    return new RegionRow(
        new RegionView(run.workflow(), region),
        time,
        regionIdeal(region),
        classes(region),
        () -> counts(region));
  }

  /** Returns the ideal time of a region with the number of activities that it covers. */
  private Measured regionIdeal(int region) {
    int measured = table.idealCount(region);
    return measured == 0
        ? Measured.absent("no activity has a known wall-clock time")
        : Measured.of(table.ideal(region), measured, activityCount(region));
  }

  private int activityCount(int region) {
    return tree.activityCount(region) - table.skipped(region);
  }

  private double[] classes(int region) {
    double[] classes = new double[TimeClass.COUNT];
    for (int c = 0; c < classes.length; c++) {
      classes[c] = table.isMeasured(region, c) ? table.seconds(region, c) : Double.NaN;
    }
    return classes;
  }

  @Override
  public RegionOverheads activity(int index) {
    run.workflow().activity(index);
    ActivityTimes activity = new ActivityTimes(run).load(index);
    long[] nanos = new long[TimeClass.COUNT + 1];
    int measured = activity.overheads(times.ideals().nanos(index), nanos);
    double[] classes = new double[TimeClass.COUNT];
    for (int c = 0; c < classes.length; c++) {
      classes[c] = (measured & 1 << c) != 0 ? Times.seconds(nanos[c]) : Double.NaN;
    }
    Measured time =
        known(activity.begin())
            ? Measured.of(Times.seconds(activity.end() - activity.begin()))
            : Measured.absent("no event of the activity is recorded");
    Region region = Region.activity(run.workflow().activity(index).id());
    return new RegionRow(region, time, ideal(index, activity), classes, () -> one(measured));
  }

  private static RegionRow.Counts one(int measured) {
    int[] counts = new int[TimeClass.COUNT];
    count(measured, counts);
    return new RegionRow.Counts(1, counts);
  }

  private static void count(int measured, int[] counts) {
    for (int c = 0; c < counts.length; c++) {
      counts[c] += measured >>> c & 1;
    }
  }

  private RegionRow.Counts counts(int region) {
    ActivityTimes activity = new ActivityTimes(run);
    long[] ignored = new long[TimeClass.COUNT + 1];
    int[] counts = new int[TimeClass.COUNT];
    for (int inside = region; inside < tree.end(region); inside++) {
      int index = tree.activity(inside);
      if (index >= 0) {
        count(activity.load(index).overheads(times.ideals().nanos(index), ignored), counts);
      }
    }
    return new RegionRow.Counts(activityCount(region), counts);
  }

  private Measured ideal(int index, ActivityTimes activity) {
    // Without a measured time, an ideal time explains nothing about the activity.
    return known(activity.wallclock()) || activity.isTransfer()
        ? ideal(index).seconds()
        : Measured.absent("its wall-clock time is not known");
  }

  @Override
  public IdealTime ideal(int index) {
    run.workflow().activity(index);
    return times.ideals().of(index);
  }

  @Override
  public Map<IdealSource, Integer> idealSources() {
    return times.ideals().counts();
  }

  @Override
  public Measured lostWork() {
    long lost = 0;
    int attempts = 0;
    int measured = 0;
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      for (int at = run.firstAttempt(a); at < run.endAttempt(a); at++) {
        if (run.outcome(at) == EventType.FAILED || run.outcome(at) == EventType.ABORTED) {
          attempts++;
          if (known(run.active(at))) {
            lost += run.ended(at) - run.active(at);
            measured++;
          }
        }
      }
    }
    return measured == 0
        ? Measured.absent("no attempt that became active failed")
        : Measured.of(Times.seconds(lost), measured, attempts);
  }

  @Override
  public Measured measuredExternalLoad() {
    ActivityTimes activity = new ActivityTimes(run);
    long nanos = 0;
    int measured = 0;
    int total = 0;
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      activity.load(a);
      if (known(activity.wallclock()) && !activity.isTransfer()) {
        total++;
        measured += isLoadMeasured(a) ? 1 : 0;
        nanos += activity.inPhases(TimeClass.EXTERNAL_LOAD);
      }
    }
    return measured == 0
        ? Measured.absent("no activity's waits for processors were measured")
        : Measured.of(Times.seconds(nanos), measured, total);
  }

  /** Whether the external load of an activity was measured. A measured zero counts. */
  private boolean isLoadMeasured(int activity) {
    return run.phaseTimes(activity).containsKey(PhaseType.EXTERNAL_LOAD)
        || run.phases(activity).stream()
            .anyMatch(phase -> phase.type().filter(PhaseType.EXTERNAL_LOAD::equals).isPresent());
  }

  @Override
  public String toString() {
    return "OverheadReport[total " + total().overhead(OverheadClass.TOTAL) + " s]";
  }
}
