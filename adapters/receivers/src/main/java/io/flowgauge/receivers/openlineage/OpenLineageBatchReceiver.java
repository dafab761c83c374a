package io.flowgauge.receivers.openlineage;

/** Receives arrays of OpenLineage events. Thread-safe. */
public final class OpenLineageBatchReceiver extends LineageIntake {

  /** Creates a receiver; called by the service loader. */
  public OpenLineageBatchReceiver() {}

  @Override
  public String path() {
    return "/api/v1/lineage/batch";
  }
}
