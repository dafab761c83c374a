package io.flowgauge.traces.wfformat;

import io.flowgauge.run.Processor;
import java.util.Arrays;
import java.util.List;

/**
 * Relative speeds as whole numbers of MHz in the same ratio, as WfFormat has no relative speeds.
 * They give the ratio, and say nothing about the clocks. Stateless.
 */
final class WfClocks {
  /** From here up, so that the numbers look like what they stand for. */
  private static final int SLOWEST = 1000;

  private static final int FASTEST_SLOWEST = 10_000;

  private WfClocks() {}

  /** The rates of the processors; empty if all are equally fast or no whole numbers would do. */
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
