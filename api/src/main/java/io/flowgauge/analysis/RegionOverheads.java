package io.flowgauge.analysis;

import io.flowgauge.workflow.Region;
import java.util.Map;

/**
 * The overhead tree of one region: {@code T = T^ideal + Σ overheads + unidentified} ([Nerieri]
 * §III, definitions, "Temporal overheads"). Immutable and thread-safe.
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
   * The ideal time T^ideal (definitions, "Ideal time").
   *
   * @return seconds
   */
  Measured ideal();

  /**
   * Time of a class of overhead, whether leaf or inner.
   *
   * @param overhead the class
   * @return seconds; absent if no activity could be measured. {@link OverheadClass#UNIDENTIFIED} is
   *     T minus T^ideal minus all identified overheads; {@link OverheadClass#TOTAL} is T minus
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
   * The measured leaf classes, without {@link OverheadClass#UNIDENTIFIED}.
   *
   * @return seconds by class, in order of declaration, including measured zeros
   */
  Map<OverheadClass, Double> classes();
}
