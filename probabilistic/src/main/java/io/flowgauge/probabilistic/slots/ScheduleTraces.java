package io.flowgauge.probabilistic.slots;

import io.flowgauge.probabilistic.sampling.DelayChain;
import io.flowgauge.probabilistic.sampling.Sampler;
import io.flowgauge.probabilistic.sampling.Sampling;
import io.flowgauge.probabilistic.sampling.Traces;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Draws makespans of list schedules for a forecast, and keeps the chains that determined the first
 * of them, so that these need not be scheduled again when the reasons are requested. Thread-safe.
 */
public final class ScheduleTraces implements Sampler, Traces {
  /**
   * Greatest total length of the kept chains; chains of further samples are computed again when
   * needed.
   */
  private static final int MOST_LINKS = 1 << 21;

  private final Schedules schedules;
  private final long[] seeds;

  /** The number of each set in which reasons are found, by its seed. */
  private final Map<Long, Integer> places = new HashMap<>();

  private final AtomicReferenceArray<Drawn> kept;
  private final AtomicInteger links = new AtomicInteger();

  /** The makespans and chains of a set of samples. */
  private static final class Drawn {
    final DelayChain[] chains;
    final double[] makespans;

    Drawn(int size) {
      chains = new DelayChain[size];
      makespans = new double[size];
    }
  }

  /**
   * Creates a sampler.
   *
   * @param seed seed of the forecast
   * @param samples number of samples in which reasons are found; at least one set is used
   */
  public ScheduleTraces(Schedules schedules, long seed, int samples) {
    this.schedules = schedules;
    seeds = new long[Math.max(1, samples / schedules.setSize())];
    Arrays.setAll(seeds, set -> Sampling.seedOf(seed, set));
    for (int set = 0; set < seeds.length; set++) {
      places.put(seeds[set], set);
    }
    kept = new AtomicReferenceArray<>(seeds.length);
  }

  @Override
  public int setSize() {
    return schedules.setSize();
  }

  @Override
  public void draw(long seed, double[] out, int at) {
    Integer place = places.get(seed);
    if (place == null) {
      schedules.draw(seed, out, at);
    } else {
      System.arraycopy(drawn(place).makespans, 0, out, at, setSize());
    }
  }

  private Drawn drawn(int place) {
    Drawn known = kept.get(place);
    if (known != null) {
      return known;
    }
    Drawn drawn = new Drawn(setSize());
    schedules.draw(
        seeds[place],
        (k, makespan, chain) -> {
          drawn.makespans[k] = makespan;
          drawn.chains[k] = chain.get();
        });
    int size = Arrays.stream(drawn.chains).mapToInt(chain -> chain.activities().length).sum();
    if (links.addAndGet(size) <= MOST_LINKS) {
      kept.set(place, drawn);
    }
    return drawn;
  }

  @Override
  public double[] makespans() {
    double[] makespans = new double[seeds.length * setSize()];
    IntStream.range(0, seeds.length)
        .parallel()
        .forEach(place -> draw(seeds[place], makespans, place * setSize()));
    return makespans;
  }

  @Override
  public void forEach(IntPredicate counts, Action action) {
    for (int place = 0; place < seeds.length; place++) {
      int first = place * setSize();
      if (IntStream.range(0, setSize()).anyMatch(k -> counts.test(first + k))) {
        DelayChain[] chains = drawn(place).chains;
        IntStream.range(0, setSize())
            .filter(k -> counts.test(first + k))
            .forEach(k -> action.take(first + k, chains[k]));
      }
    }
  }

  /** Returns the makespan with typical durations, in seconds. */
  public double typical() {
    return schedules.typical();
  }
}
