package io.flowgauge.receivers.openlineage;

import java.time.Duration;

/** Receives posts of one OpenLineage event each. Thread-safe. */
public final class OpenLineageReceiver extends LineageIntake {

  /** Creates a receiver; called by the service loader. */
  public OpenLineageReceiver() {}

  OpenLineageReceiver(int maxRuns, Duration patience) {
    super(maxRuns, patience);
  }

  @Override
  public String path() {
    return "/api/v1/lineage";
  }
}
