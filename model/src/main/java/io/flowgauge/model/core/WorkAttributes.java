package io.flowgauge.model.core;

/**
 * Names of the attributes that describe an activity's work. Readers of traces set them, and
 * learning from runs uses them. Sizes are whole numbers of bytes.
 */
public final class WorkAttributes {
  /** Number of input files. */
  public static final String INPUT_FILES = "inputFiles";

  /** Bytes of all input files. */
  public static final String INPUT_BYTES = "inputBytes";

  /**
   * Bytes of the input files that are not shared. A file is not shared if at most half of the
   * activities of the type in the run read it, or only one.
   */
  public static final String OWN_INPUT_BYTES = "ownInputBytes";

  /** The command line without the program. */
  public static final String ARGUMENTS = "arguments";

  /** Fingerprint of the names of the input files; set if there are no arguments. */
  public static final String INPUT_NAMES = "inputNames";

  /** The host that the activity ran on, if a processor is only a part of a host. */
  public static final String HOST = "host";

  /** Name of the sample that an activity works on. */
  public static final String SAMPLE = "tag";

  private WorkAttributes() {}
}
