package io.flowgauge.run;

import java.util.Arrays;
import java.util.Optional;

/** Known phases inside an attempt (SPEC §2). Immutable and thread-safe. */
public enum PhaseType {
  /** Packing of files before a transfer. */
  ARCHIVE("archive"),
  /** Unpacking of files after a transfer. */
  EXTRACT("extract"),
  /** Transfer of input files to the resource. */
  STAGE_IN("stage-in"),
  /** Transfer of output files from the resource. */
  STAGE_OUT("stage-out"),
  /** Useful work. */
  COMPUTE("compute"),
  /** Communication among the processes of a parallel activity. */
  COMMUNICATION("communication"),
  /** Processes of a parallel activity waiting for each other. */
  SYNCHRONIZATION("synchronization"),
  /** Input and output of the application itself. */
  IO("i/o");

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
   * The phase of a name.
   *
   * @param label a name as in {@link #label()}
   * @return the phase, or empty if the name is none of the known ones
   */
  public static Optional<PhaseType> of(String label) {
    return Arrays.stream(values()).filter(type -> type.label.equals(label)).findFirst();
  }
}
