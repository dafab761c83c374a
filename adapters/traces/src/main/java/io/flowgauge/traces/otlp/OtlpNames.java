package io.flowgauge.traces.otlp;

import java.util.Set;

/** Names of attributes and events. */
final class OtlpNames {
  static final String HOST = "host.name";
  static final String NODE = "k8s.node.name";
  static final String SERVICE_NAME = "service.name";

  static final String OWN = "flowgauge.";
  static final String SPEED = OWN + "processor.speed";
  static final String SLOTS = OWN + "processor.slots";
  static final String SITE = OWN + "processor.site";
  static final String ID = OWN + "activity.id";
  static final String TYPE = OWN + "activity.type";
  static final String KIND = OWN + "activity.kind";
  static final String ITERATION = OWN + "activity.iteration";
  static final String INDEX = OWN + "activity.index";
  static final String ATTEMPT = OWN + "attempt";
  static final String WALLCLOCK = OWN + "wallclock_ns";
  static final String IDEAL = OWN + "ideal_ns";
  static final String PHASE_TIME = OWN + "phase_time_ns.";
  static final String ATTRIBUTE = OWN + "attribute.";
  static final String PHASE = OWN + "phase";
  static final String SERVICE = OWN + "service";
  static final String RUN = OWN + "run";
  static final String START = OWN + "start_ns";
  static final String UNRECORDED_START = OWN + "unrecorded_start";
  static final String END = OWN + "end_ns";
  static final String TIME_BASE = OWN + "time_base";
  static final String RECORDED_MAKESPAN = OWN + "recorded_makespan_ns";

  static final String TASK_NAME = "cicd.pipeline.task.name";
  static final String TASK_RUN_ID = "cicd.pipeline.task.run.id";
  static final String TASK_RESULT = "cicd.pipeline.task.run.result";
  static final String STATUS_MESSAGE = "status.message";

  static final String SUCCESS = "success";
  static final String FAILURE = "failure";
  static final String CANCELLATION = "cancellation";

  /**
   * Attributes of an activity by OpenTelemetry's conventions, which are written in addition to
   * Flowgauge's own.
   */
  static final Set<String> REPEATED = Set.of(TASK_NAME, TASK_RUN_ID, TASK_RESULT);

  private OtlpNames() {}

  /** Returns the name under which an attribute of an activity is written. */
  static String written(String attribute) {
    boolean taken =
        attribute.isEmpty()
            || attribute.startsWith(OWN)
            || REPEATED.contains(attribute)
            || attribute.equals(STATUS_MESSAGE)
            || attribute.equals(SERVICE_NAME)
            || attribute.equals(HOST)
            || attribute.equals(NODE);
    return taken ? ATTRIBUTE + attribute : attribute;
  }
}
