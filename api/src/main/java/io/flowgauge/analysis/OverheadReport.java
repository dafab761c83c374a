package io.flowgauge.analysis;

import io.flowgauge.workflow.Region;
import java.util.List;
import java.util.Map;

/** Overhead hierarchies of a run's regions ([Nerieri] Fig. 5(f)). Immutable and thread-safe. */
public interface OverheadReport {

  /**
   * The run as a whole.
   *
   * @return overheads of the root region, from the start of the run
   */
  RegionOverheads total();

  /**
   * All composed regions, a region before its members; activities are left out.
   *
   * @return an unmodifiable view
   */
  List<RegionOverheads> regions();

  /**
   * Overheads of any region of this run's tree, activities included.
   *
   * @param region a region reached from {@link io.flowgauge.workflow.Workflow#regions()}
   * @return its overheads
   * @throws IllegalArgumentException if the region is not of this run's tree
   */
  RegionOverheads of(Region region);

  /**
   * Raw overheads of one activity by SPEC §4.2: waits in full, exposed or not.
   *
   * @param index index of the activity
   * @return its overheads
   * @throws IndexOutOfBoundsException if the index is out of range
   */
  RegionOverheads activity(int index);

  /**
   * Ideal time of an activity.
   *
   * @param index index of the activity
   * @return the time with its provenance
   * @throws IndexOutOfBoundsException if the index is out of range
   */
  IdealTime ideal(int index);

  /**
   * How many activities had their ideal time from which source.
   *
   * @return numbers by source, in order of the sources, zeros left out
   */
  Map<IdealSource, Integer> idealSources();

  /**
   * Work lost in attempts that did not complete: ACTIVE to FAILED, a part of restart.
   *
   * @return seconds over all activities; absent where no failed attempt became active
   */
  Measured lostWork();
}
