package io.flowgauge.model.core;

/**
 * Names of the attributes that say what an activity has to do: readers of traces give them, and
 * what learns from runs asks for them. Sizes are whole numbers of bytes.
 */
public final class WorkAttributes {
  /** Number of input files. */
  public static final String INPUT_FILES = "inputFiles";

  /** Bytes of all input files. */
  public static final String INPUT_BYTES = "inputBytes";

  /**
   * Bytes of the input files that are not shared: those that at most half of the activities of the
   * type in the run read, or one only.
   */
  public static final String OWN_INPUT_BYTES = "ownInputBytes";

  /** The command line without the program. */
  public static final String ARGUMENTS = "arguments";

  /** Fingerprint of the names of the input files, where there are no arguments. */
  public static final String INPUT_NAMES = "inputNames";

  /** The host it ran on, where a processor is but a part of one. */
  public static final String HOST = "host";

  /** Name of the sample that an activity works on. */
  public static final String SAMPLE = "tag";

  private WorkAttributes() {}
}
