package io.flowgauge.tuning;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.RegionPattern;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * What was seen of a process. Rates are those of all its threads together. Immutable.
 *
 * @param pid its id
 * @param threads how many threads it has
 * @param running processor seconds in a second
 * @param waiting seconds in a second in which threads were ready to run, but waited
 * @param regions what its sensors measured
 */
public record ObservedProcess(
    long pid, int threads, double running, double waiting, List<RegionRate> regions) {
  /**
   * How a region went on.
   *
   * @param region the region
   * @param calls calls that ended in a second
   * @param inside seconds spent in it in a second, less calls of other regions with a sensor
   */
  public record RegionRate(CodeRegion region, double calls, double inside) {
    /**
     * Checks the parts.
     *
     * @param region the region
     * @param calls calls in a second
     * @param inside seconds in a second
     */
    public RegionRate {
      Objects.requireNonNull(region, "region");
    }
  }

  /**
   * Checks and copies the parts.
   *
   * @param pid its id
   * @param threads how many threads it has
   * @param running processor seconds in a second
   * @param waiting seconds of waiting in a second
   * @param regions what its sensors measured
   */
  public ObservedProcess {
    regions = List.copyOf(regions);
  }

  /**
   * Calls of regions.
   *
   * @param pattern which regions
   * @return calls in a second
   */
  public double calls(RegionPattern pattern) {
    return sum(pattern, RegionRate::calls);
  }

  /**
   * Time in regions.
   *
   * @param pattern which regions
   * @return seconds in a second
   */
  public double inside(RegionPattern pattern) {
    return sum(pattern, RegionRate::inside);
  }

  private double sum(RegionPattern pattern, ToDoubleFunction<RegionRate> of) {
    return regions.stream().filter(each -> pattern.matches(each.region())).mapToDouble(of).sum();
  }
}
