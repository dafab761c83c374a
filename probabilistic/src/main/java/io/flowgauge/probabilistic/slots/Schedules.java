package io.flowgauge.probabilistic.slots;

import io.flowgauge.probabilistic.sampling.DelayChain;
import io.flowgauge.probabilistic.sampling.Sampler;
import java.util.function.Supplier;

/** Draws makespans of list schedules, and shows what determined them. Thread-safe. */
public interface Schedules extends Sampler {

  /** Draws a set, one sample after the other. */
  void draw(long seed, Scheduled action);

  @Override
  default void draw(long seed, double[] out, int at) {
    draw(seed, (k, makespan, chain) -> out[at + k] = makespan);
  }

  /** The makespan if nothing varies: seconds. */
  double typical();

  /** What to do with a sample that was scheduled. */
  interface Scheduled {
    /**
     * Takes a sample of a set.
     *
     * @param makespan seconds
     * @param chain says what determined it, until the next sample
     */
    void take(int sample, double makespan, Supplier<DelayChain> chain);
  }
}
