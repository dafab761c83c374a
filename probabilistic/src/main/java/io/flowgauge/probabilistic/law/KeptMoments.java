package io.flowgauge.probabilistic.law;

import io.flowgauge.probabilistic.order.Moments;
import java.util.function.Supplier;

/** Moments that need an integral, computed on first use and kept. Thread-safe. */
final class KeptMoments {
  private final Supplier<Moments> integral;

  /** Null until computed; racing threads compute equal moments. */
  private volatile Moments made;

  KeptMoments(Supplier<Moments> integral) {
    this.integral = integral;
  }

  Moments get() {
    Moments known = made;
    if (known == null) {
      known = integral.get();
      made = known;
    }
    return known;
  }
}
