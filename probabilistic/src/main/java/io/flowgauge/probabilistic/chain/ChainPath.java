package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.probabilistic.answer.Answer;
import io.flowgauge.probabilistic.answer.ExactAnswer;
import io.flowgauge.probabilistic.law.Laws;
import io.flowgauge.probabilistic.order.Fineness;
import io.flowgauge.probabilistic.order.OrderStatistic;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Services in a row, represented by sums, because the order of services does not matter. The name
 * is empty for an unnamed path. Immutable and thread-safe.
 */
final class ChainPath {
  private final String name;
  private final int size;
  private final double serviceSeconds;

  /** The path without the services added last; null if this path is empty. */
  private final ChainPath before;

  private final Law latency;
  private final int times;

  private ChainPath(
      String name, int size, double serviceSeconds, ChainPath before, Law latency, int times) {
    this.name = name;
    this.size = size;
    this.serviceSeconds = serviceSeconds;
    this.before = before;
    this.latency = latency;
    this.times = times;
  }

  static ChainPath named(String name) {
    return new ChainPath(name, 0, 0, null, null, 0);
  }

  ChainPath plus(int services, double seconds, Law law) {
    int more = Math.addExact(size, services);
    return new ChainPath(name, more, serviceSeconds + services * seconds, this, law, services);
  }

  ChainPath withServiceSeconds(double sum) {
    return new ChainPath(name, size, sum, before, latency, times);
  }

  String name() {
    return name;
  }

  int size() {
    return size;
  }

  private Map<Law, Integer> latencies() {
    Map<Law, Integer> all = new LinkedHashMap<>();
    for (ChainPath path = this; path.before != null; path = path.before) {
      all.merge(path.latency, path.times, Integer::sum);
    }
    return all;
  }

  double deterministicSeconds() {
    return serviceSeconds
        + latencies().entrySet().stream()
            .mapToDouble(each -> each.getValue() * each.getKey().mean())
            .sum();
  }

  /**
   * Splits the times into a constant and random latencies, so that only the latter are convolved.
   */
  Variation variation() {
    Map<Law, Integer> random = new LinkedHashMap<>();
    double fixed = serviceSeconds;
    for (Map.Entry<Law, Integer> each : latencies().entrySet()) {
      Law law = each.getKey();
      fixed += each.getValue() * (SumLaw.isConstant(law) ? law.lower() : Laws.shiftOf(law));
      if (!SumLaw.isConstant(law)) {
        random.merge(Laws.unshifted(law), each.getValue(), Integer::sum);
      }
    }
    return new Variation(random, fixed);
  }

  /** The random latencies with their counts, and the sum of all constant times in seconds. */
  record Variation(Map<Law, Integer> laws, double fixed) {
    boolean isOneLatency() {
      return laws.size() == 1 && laws.containsValue(1);
    }

    Answer answer(Mode mode, long count, SumCache sums, Fineness fineness) {
      if (laws.isEmpty()) {
        return constant(OrderStatistic.RELATIVE_ERROR);
      }
      return mode == Mode.DP && count > 1 && !isOneLatency()
          ? new DpAnswer(laws, fixed, count, fineness)
          : new DspAnswer(sums.of(laws, fineness), laws, fixed, count);
    }

    private Answer constant(double relativeError) {
      return new ExactAnswer(fixed, relativeError, "sum of constant times");
    }

    PathTable table(Mode mode, Fineness fineness) {
      if (laws.isEmpty()) {
        Answer constant = constant(ChainTable.FINE_ERROR);
        return count -> constant;
      }
      return mode == Mode.DP && !isOneLatency()
          ? new DpTable(laws, fixed, fineness)
          : new DspTable(laws, fixed, fineness);
    }
  }
}
