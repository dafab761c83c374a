package io.flowgauge.analysis;

/**
 * Where an activity's ideal time came from (definitions, "Ideal time"). Times exclude measured
 * waits for processors. Immutable and thread-safe.
 */
public enum IdealSource {
  /** The input states it. */
  GIVEN("given"),
  /** The fastest time known for the activity over other runs. */
  HISTORY("history"),
  /** The activity's own time, scaled to the speed of the fastest processor. */
  SCALED_BY_SPEED("scaled by speed"),
  /** The activity's own time: no processor is faster. */
  OWN_TIME("own time"),
  /** A data transfer: zero by definition. */
  TRANSFER("transfer"),
  /** Unknown: the activity's time was not measured. */
  NOT_MEASURED("not measured");

  private final String label;

  IdealSource(String label) {
    this.label = label;
  }

  /**
   * The source in words.
   *
   * @return a short phrase
   */
  public String label() {
    return label;
  }
}
