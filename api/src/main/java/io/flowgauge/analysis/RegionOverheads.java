package io.flowgauge.analysis;

import io.flowgauge.workflow.Region;
import java.util.Map;

/**
 * The overhead tree of one region: {@code T = T^ideal + Σ overheads + unidentified} ([Nerieri]
 * §III, SPEC §4). Immutable and thread-safe.
 */
public interface RegionOverheads {

  /**
   * The region.
   *
   * @return the region
   */
  Region region();

  /**
   * T, from the first STARTED (of the run: from its start) to the last COMPLETED.
   *
   * @return seconds
   */
  Measured time();

  /**
   * T^ideal (SPEC §4.1).
   *
   * @return seconds
   */
  Measured ideal();

  /**
   * A class of overhead, leaf or inner.
   *
   * @param overhead the class
   * @return seconds; absent where no activity could be measured. {@link OverheadClass#UNIDENTIFIED}
   *     is T less T^ideal less all identified overheads, {@link OverheadClass#TOTAL} T less
   *     T^ideal.
   */
  Measured overhead(OverheadClass overhead);

  /**
   * Severity {@code SEV = TO/T} ([Nerieri] §III-C).
   *
   * @param overhead the class
   * @return a fraction; absent where the overhead or T was not measured, or T is zero
   */
  Measured severity(OverheadClass overhead);

  /**
   * The measured leaves but {@link OverheadClass#UNIDENTIFIED}.
   *
   * @return seconds by class, in order of the classes; measured zeros are in it
   */
  Map<OverheadClass, Double> classes();
}
