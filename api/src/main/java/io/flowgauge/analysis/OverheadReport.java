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
   * All composed regions, each before its members, without single activities.
   *
   * @return an unmodifiable view
   */
  List<RegionOverheads> regions();

  /**
   * Overheads of any region in this run's tree, including single activities.
   *
   * @param region a region reachable from {@link io.flowgauge.workflow.Workflow#regions()}
   * @return its overheads
   * @throws IllegalArgumentException if the region is not in this run's tree
   */
  RegionOverheads of(Region region);

  /**
   * Raw overheads of one activity (definitions, "One activity"), with waits counted in full,
   * whether exposed or not.
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
   * Number of activities whose ideal time came from each source.
   *
   * @return numbers by source, in order of declaration, without zeros
   */
  Map<IdealSource, Integer> idealSources();

  /**
   * Work lost in attempts that did not complete: ACTIVE to FAILED, a part of restart.
   *
   * @return seconds over all activities; absent where no failed attempt became active
   */
  Measured lostWork();

  /**
   * The part of external load that was measured: how long activities were ready to run while other
   * programs held the processors ({@link io.flowgauge.run.PhaseType#EXTERNAL_LOAD}). The rest of
   * the external load is inferred from T and the ideal time.
   *
   * @return seconds over all computational activities, with the number measured; absent if none was
   */
  Measured measuredExternalLoad();
}
