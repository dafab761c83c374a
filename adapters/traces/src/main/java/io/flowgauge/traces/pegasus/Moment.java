package io.flowgauge.traces.pegasus;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The events of a job instance that are used, in the order in which they happen. */
enum Moment {
  PRE_START("pre.start"),
  PRE_END("pre.end"),
  SUBMIT_START("submit.start"),
  SUBMIT_END("submit.end"),
  GLOBUS_SUBMIT_END("globus.submit.end"),
  GRID_SUBMIT_END("grid.submit.end"),
  MAIN_START("main.start"),
  MAIN_TERM("main.term"),
  MAIN_END("main.end"),
  POST_START("post.start"),
  POST_END("post.end"),
  ABORT("abort.info"),
  HELD_START("held.start"),
  HELD_END("held.end"),
  /** Only in a {@code jobstate.log}. */
  SUSPEND_START("suspend.start"),
  /** Only in a {@code jobstate.log}. */
  SUSPEND_END("suspend.end");

  /**
   * Number of leading constants with a fixed order; the other events may repeat within an attempt.
   */
  private static final int ORDERED = 11;

  private static final Map<String, Moment> BY_EVENT =
      Arrays.stream(values()).collect(Collectors.toMap(Moment::event, Function.identity()));

  private final String event;

  Moment(String event) {
    this.event = event;
  }

  /** Returns its name in the log, after {@code job_inst.}. */
  String event() {
    return event;
  }

  /** Whether the event states an outcome. */
  boolean hasOutcome() {
    return !isOfHold() && event.endsWith(".end");
  }

  /** Whether it starts or ends a hold or a suspension, of which a job may have several. */
  boolean isOfHold() {
    return switch (this) {
      case HELD_START, HELD_END, SUSPEND_START, SUSPEND_END -> true;
      default -> false;
    };
  }

  static Stream<Moment> ordered() {
    return Arrays.stream(values()).limit(ORDERED);
  }

  static Map<String, Moment> byEvent() {
    return BY_EVENT;
  }
}
