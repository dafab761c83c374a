package io.flowgauge.model.core;

import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * A recorder's knowledge at one moment. Append-only parts (ids, dependencies, events and
 * assignments) are shared with the recorder, and may already hold more than belongs to this moment.
 *
 * @param version number of times that a part of the workflow had been recorded
 */
record Recorded(
    WorkflowColumns workflow,
    long version,
    EventSequence.Prefix events,
    StatedTimes times,
    Resources resources,
    StatedSpan span,
    Remarks remarks,
    List<Diagnostic> diagnostics) {

  /**
   * Returns a copy without the host loads that begin at {@code now} or later. Events are cut off
   * elsewhere.
   */
  Recorded upTo(long now) {
    List<HostLoad> loads = resources.hostLoads();
    Resources upTo =
        new Resources(
            resources.processors(),
            resources.assignments(),
            resources.services(),
            loads.stream().filter(load -> load.beginNanos() < now).toList());
    return new Recorded(workflow, version, events, times, upTo, span, remarks, diagnostics);
  }

  /** Returns a copy without dependencies, for use once the workflow is made. */
  Recorded withoutDependencies() {
    int[] none = {};
    WorkflowColumns activities = workflow.with(none, none, 0);
    return new Recorded(activities, version, events, times, resources, span, remarks, diagnostics);
  }

  /** Returns a copy with other times of activities. */
  Recorded with(StatedTimes others) {
    return new Recorded(workflow, version, events, others, resources, span, remarks, diagnostics);
  }

  /**
   * Statements about activities in addition to their events.
   *
   * @param wallclocks T in nanoseconds, or absent
   * @param ideals ideal times in nanoseconds, or absent
   */
  record StatedTimes(
      PagedColumn wallclocks,
      PagedColumn ideals,
      Map<Integer, List<Phase>> phases,
      Map<Integer, Map<PhaseType, Duration>> phaseTimes,
      Map<Integer, List<CodeProfile>> codeProfiles,
      AttemptTimes ofAttempts) {

    /** Returns a copy that includes the statements about each activity's last attempt. */
    StatedTimes with(AttemptColumns attempts) {
      if (ofAttempts.isEmpty()) {
        return this;
      }
      PagedColumn allWallclocks = wallclocks.copy();
      Map<Integer, List<Phase>> allPhases = new LinkedHashMap<>(phases);
      ofAttempts.addTo(allWallclocks, allPhases, attempts);
      return new StatedTimes(
          allWallclocks, ideals, allPhases, phaseTimes, codeProfiles, ofAttempts);
    }

    /** Number of phases of an activity. */
    int phaseCount(int activity) {
      return phases.getOrDefault(activity, List.of()).size();
    }
  }

  /** Processors and services that the run used, and loads of hosts. */
  record Resources(
      List<Processor> processors,
      Assignments assignments,
      List<ServiceInterval> services,
      List<HostLoad> hostLoads) {}

  /**
   * Which attempt ran where, in the order of recording.
   *
   * @param processors indices of their names
   * @param nameCount number of names, from the first, that belong to this moment
   */
  @SuppressWarnings("ArrayRecordComponent") // Passed from recorder to assembly, never compared.
  record Assignments(
      int[] activities, int[] attempts, int[] processors, int count, IdIndex names, int nameCount) {

    /** Passes on the activity of each assignment recorded after earlier ones. */
    void forEachSince(Assignments earlier, IntConsumer activity) {
      for (int k = earlier.count; k < count; k++) {
        activity.accept(activities[k]);
      }
    }
  }

  /** Times stated for the run as a whole; any of them may be absent. */
  record StatedSpan(long start, long end, long makespan, TimeBase base) {}
}
