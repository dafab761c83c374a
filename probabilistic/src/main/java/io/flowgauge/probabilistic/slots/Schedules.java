package io.flowgauge.probabilistic.slots;

import io.flowgauge.probabilistic.sampling.DelayChain;
import io.flowgauge.probabilistic.sampling.Sampler;
import java.util.function.Supplier;

/**
 * Draws makespans of list schedules, and the chains that determined them. Implementations are
 * thread-safe.
 */
public interface Schedules extends Sampler {

  /** Draws a set, one sample after the other. */
  void draw(long seed, Scheduled action);

  @Override
  default void draw(long seed, double[] out, int at) {
    draw(seed, (k, makespan, chain) -> out[at + k] = makespan);
  }

  /** Returns the makespan with typical durations, in seconds. */
  double typical();

  /** Receives samples that were scheduled. */
  interface Scheduled {
    /**
     * Receives a sample of a set.
     *
     * @param makespan makespan in seconds
     * @param chain returns the chain that determined it; valid until the next sample
     */
    void take(int sample, double makespan, Supplier<DelayChain> chain);
  }
}
