package io.flowgauge.traces.wfformat;

import io.flowgauge.run.Processor;
import java.util.Arrays;
import java.util.List;

/**
 * Turns relative speeds into whole numbers of MHz in the same ratio, because WfFormat has no
 * relative speeds. Only their ratio is meaningful. Stateless.
 */
final class WfClocks {
  /**
   * The rate of the slowest processor is at least this, so that the numbers look like clock rates.
   */
  private static final int SLOWEST = 1000;

  private static final int FASTEST_SLOWEST = 10_000;

  private WfClocks() {}

  /**
   * Returns the rates of the processors; rounded if no whole numbers up to the limit have exactly
   * the ratios.
   */
  static List<Long> rates(List<Processor> processors) {
    double slowest = processors.stream().mapToDouble(Processor::speed).min().orElse(1);
    double[] ratios = processors.stream().mapToDouble(p -> p.speed() / slowest).toArray();
    for (int base = SLOWEST; base <= FASTEST_SLOWEST; base++) {
      if (isExact(ratios, base)) {
        return rounded(ratios, base);
      }
    }
    return rounded(ratios, FASTEST_SLOWEST);
  }

  static boolean differ(List<Processor> processors) {
    return processors.stream().mapToDouble(Processor::speed).distinct().count() > 1;
  }

  private static boolean isExact(double[] ratios, int base) {
    for (double ratio : ratios) {
      if (Math.rint(ratio * base) / base != ratio) {
        return false;
      }
    }
    return true;
  }

  private static List<Long> rounded(double[] ratios, int base) {
    return Arrays.stream(ratios).mapToObj(ratio -> Math.round(ratio * base)).toList();
  }
}
