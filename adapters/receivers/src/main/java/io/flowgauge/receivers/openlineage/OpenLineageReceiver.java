package io.flowgauge.receivers.openlineage;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Receives one OpenLineage event a post. Thread-safe. */
public final class OpenLineageReceiver extends LineageIntake {

  /** A receiver, as the service loader makes it. */
  public OpenLineageReceiver() {}

  OpenLineageReceiver(int maxRuns, Duration patience, LongSupplier nanoTime) {
    super(maxRuns, patience, nanoTime);
  }

  @Override
  public String path() {
    return "/api/v1/lineage";
  }
}
