package io.flowgauge.receivers.openlineage;

/** Receives arrays of OpenLineage events. Thread-safe. */
public final class OpenLineageBatchReceiver extends LineageIntake {

  /** A receiver, as the service loader makes it. */
  public OpenLineageBatchReceiver() {}

  @Override
  public String path() {
    return "/api/v1/lineage/batch";
  }
}
