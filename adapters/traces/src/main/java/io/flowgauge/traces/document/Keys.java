package io.flowgauge.traces.document;

/** Keys of a run document. */
final class Keys {
  static final String VERSION = "flowgauge";
  static final String NAME = "name";
  static final String START = "start";
  static final String END = "end";
  static final String TIME_BASE = "timeBase";
  static final String RECORDED_MAKESPAN = "recordedMakespan";
  static final String PROCESSORS = "processors";
  static final String ACTIVITIES = "activities";
  static final String DEPENDENCIES = "dependencies";
  static final String SERVICES = "services";
  static final String REGIONS = "regions";
  static final String DIAGNOSTICS = "diagnostics";

  /** Expected results of an analysis, in reference cases; readers ignore them. */
  static final String EXPECTED = "expected";

  static final String HOST_LOADS = "hostLoads";
  static final String QUANTITY = "quantity";
  static final String UNIT = "unit";
  static final String INTERVALS = "intervals";

  static final String SPEED = "speed";
  static final String SLOTS = "slots";
  static final String SITE = "site";
  static final String HOST = "host";

  static final String TYPE = "type";
  static final String KIND = "kind";
  static final String PROCESSOR = "processor";
  static final String ATTEMPT_PROCESSORS = "attemptProcessors";
  static final String WALLCLOCK = "wallclock";
  static final String IDEAL = "ideal";
  static final String EVENTS = "events";
  static final String PHASES = "phases";
  static final String PHASE_TIMES = "phaseTimes";
  static final String CODE_PROFILES = "codeProfiles";
  static final String TIME = "time";
  static final String CALLS = "calls";
  static final String ITERATION = "iteration";
  static final String ATTRIBUTES = "attributes";
  static final String DURATION = "duration";
  static final String ARGUMENTS = "arguments";
  static final String INPUTS = "inputs";
  static final String BYTES = "bytes";
  static final String TAG = "tag";
  static final String CORES = "cores";

  static final String LINKS = "links";

  static final String SEVERITY = "severity";
  static final String WHERE = "where";
  static final String MESSAGE = "message";

  /** The version of the format this library knows. */
  static final int KNOWN_VERSION = 1;

  private Keys() {}
}
