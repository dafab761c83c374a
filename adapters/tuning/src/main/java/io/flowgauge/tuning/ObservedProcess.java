package io.flowgauge.tuning;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.RegionPattern;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * What was seen of one process. Rates are sums over all its threads. Immutable.
 *
 * @param pid its id
 * @param threads number of its threads
 * @param running processor seconds per second
 * @param waiting seconds per second in which threads were ready to run but waited
 * @param regions what its sensors measured
 */
public record ObservedProcess(
    long pid, int threads, double running, double waiting, List<RegionRate> regions) {
  /**
   * The rates of one region.
   *
   * @param region the region
   * @param calls calls that ended per second
   * @param inside seconds per second spent in it, without calls of other regions that have a sensor
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
   * Returns the calls of regions.
   *
   * @param pattern which regions
   * @return calls per second
   */
  public double calls(RegionPattern pattern) {
    return sum(pattern, RegionRate::calls);
  }

  /**
   * Returns the time in regions.
   *
   * @param pattern which regions
   * @return seconds per second
   */
  public double inside(RegionPattern pattern) {
    return sum(pattern, RegionRate::inside);
  }

  private double sum(RegionPattern pattern, ToDoubleFunction<RegionRate> of) {
    return regions.stream().filter(each -> pattern.matches(each.region())).mapToDouble(of).sum();
  }
}
