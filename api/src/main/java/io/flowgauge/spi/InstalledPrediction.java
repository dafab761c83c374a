package io.flowgauge.spi;

import java.util.ServiceLoader;

/** Looks the provider up once: laws are made by the thousand. */
final class InstalledPrediction {
  private InstalledPrediction() {}

  private static final class Holder {
    /** Null if there is none, so that each caller gets a message and not a failed class. */
    static final PredictionProvider PROVIDER =
        ServiceLoader.load(PredictionProvider.class, PredictionProvider.class.getClassLoader())
            .findFirst()
            .orElse(null);
  }

  static PredictionProvider get() {
    if (Holder.PROVIDER == null) {
      throw new IllegalStateException(
          "PredictionProvider is missing: put flowgauge-probabilistic on the class path or module"
              + " path");
    }
    return Holder.PROVIDER;
  }
}
