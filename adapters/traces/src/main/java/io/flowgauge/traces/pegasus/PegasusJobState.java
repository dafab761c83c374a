package io.flowgauge.traces.pegasus;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * States of a {@code jobstate.log}, as the events of a stampede log into which Pegasus' monitor
 * turns them.
 */
record PegasusJobState(List<Moment> moments, boolean failure) {
  private static final Map<String, PegasusJobState> KNOWN =
      Map.ofEntries(
          Map.entry("PRE_SCRIPT_STARTED", of(Moment.PRE_START)),
          Map.entry("PRE_SCRIPT_SUCCESS", of(Moment.PRE_END)),
          Map.entry("PRE_SCRIPT_FAILURE", failed(Moment.PRE_END)),
          Map.entry("PRE_SCRIPT_FAILED", failed(Moment.PRE_END)),
          Map.entry("DAGMAN_SUBMIT", of(Moment.SUBMIT_START)),
          Map.entry("SUBMIT", of(Moment.SUBMIT_START, Moment.SUBMIT_END)),
          Map.entry("SUBMIT_FAILED", failed(Moment.SUBMIT_START, Moment.SUBMIT_END)),
          Map.entry("GLOBUS_SUBMIT", of(Moment.GLOBUS_SUBMIT_END)),
          Map.entry("GLOBUS_SUBMIT_FAILED", failed(Moment.GLOBUS_SUBMIT_END)),
          Map.entry("GRID_SUBMIT", of(Moment.GRID_SUBMIT_END)),
          Map.entry("GRID_SUBMIT_FAILED", failed(Moment.GRID_SUBMIT_END)),
          Map.entry("EXECUTE", of(Moment.MAIN_START)),
          Map.entry("JOB_TERMINATED", of(Moment.MAIN_TERM)),
          Map.entry("JOB_SUCCESS", of(Moment.MAIN_END)),
          Map.entry("JOB_FAILURE", failed(Moment.MAIN_END)),
          Map.entry("POST_SCRIPT_STARTED", of(Moment.POST_START)),
          Map.entry("POST_SCRIPT_SUCCESS", of(Moment.POST_END)),
          Map.entry("POST_SCRIPT_FAILURE", failed(Moment.POST_END)),
          Map.entry("POST_SCRIPT_FAILED", failed(Moment.POST_END)),
          Map.entry("JOB_ABORTED", of(Moment.ABORT)),
          Map.entry("JOB_HELD", of(Moment.HELD_START)),
          Map.entry("JOB_RELEASED", of(Moment.HELD_END)),
          Map.entry("JOB_SUSPENDED", of(Moment.SUSPEND_START)),
          Map.entry("JOB_UNSUSPENDED", of(Moment.SUSPEND_END)));

  /** States without effect, or repeated by the next state together with its result. */
  private static final Set<String> IRRELEVANT =
      Set.of(
          "POST_SCRIPT_TERMINATED",
          "IMAGE_SIZE",
          "JOB_DISCONNECTED",
          "JOB_RECONNECTED",
          "GLOBUS_RESOURCE_UP",
          "GLOBUS_RESOURCE_DOWN",
          "GRID_RESOURCE_UP",
          "GRID_RESOURCE_DOWN",
          "REMOTE_ERROR",
          "JOB_AD_INFORMATION",
          "GENERIC");

  /** States in which a running job has lost its host. */
  private static final Set<String> EVICTIONS =
      Set.of("JOB_EVICTED", "SHADOW_EXCEPTION", "JOB_RECONNECT_FAILED");

  private static PegasusJobState of(Moment... moments) {
    return new PegasusJobState(List.of(moments), false);
  }

  private static PegasusJobState failed(Moment... moments) {
    return new PegasusJobState(List.of(moments), true);
  }

  /** Returns the state with a name; null if the name is not used. */
  static PegasusJobState named(String name) {
    return KNOWN.get(name);
  }

  static boolean isEviction(String name) {
    return EVICTIONS.contains(name);
  }

  static boolean isIrrelevant(String name) {
    return IRRELEVANT.contains(name);
  }

  /** Whether the word after its name in the log is a result rather than the number of the job. */
  boolean hasResult() {
    return moments.contains(Moment.MAIN_END)
        || moments.contains(Moment.POST_END)
        || moments.contains(Moment.PRE_END);
  }
}
