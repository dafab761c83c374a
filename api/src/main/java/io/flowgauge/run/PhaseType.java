package io.flowgauge.run;

import java.util.Arrays;
import java.util.Optional;

/** Known phases inside an attempt (definitions, "Events and states"). Immutable and thread-safe. */
public enum PhaseType {
  /** Packing files before a transfer. */
  ARCHIVE("archive"),
  /** Unpacking files after a transfer. */
  EXTRACT("extract"),
  /** Transferring input files to the resource. */
  STAGE_IN("stage-in"),
  /** Transferring output files from the resource. */
  STAGE_OUT("stage-out"),
  /** Useful work. */
  COMPUTE("compute"),
  /** Communication among the processes of a parallel activity. */
  COMMUNICATION("communication"),
  /** Processes of a parallel activity waiting for each other. */
  SYNCHRONIZATION("synchronization"),
  /** Input and output of the application itself. */
  IO("i/o"),
  /** Ready to run, while other programs held the processors: measured external load. */
  EXTERNAL_LOAD("external-load"),
  /** Ready to run, while other activities of the run held the processors. */
  SERIALISATION("serialisation");

  private final String label;

  PhaseType(String label) {
    this.label = label;
  }

  /**
   * The phase's name in documents.
   *
   * @return a lower-case word
   */
  public String label() {
    return label;
  }

  /**
   * The phase type with a given label.
   *
   * @param label a name as {@link #label()} returns
   * @return the phase type, or empty if none has that label
   */
  public static Optional<PhaseType> of(String label) {
    return Arrays.stream(values()).filter(type -> type.label.equals(label)).findFirst();
  }
}
