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
 * assignments) are shared with the recorder, and may by now hold more than counts here.
 *
 * @param version how often something of the workflow had been recorded
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

  /** The same up to a moment, where that does not depend on the lifecycle of activities. */
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

  /** The same without dependencies, for code that has made the workflow. */
  Recorded withoutDependencies() {
    int[] none = {};
    WorkflowColumns activities = workflow.with(none, none, 0);
    return new Recorded(activities, version, events, times, resources, span, remarks, diagnostics);
  }

  /** The same with other times of activities. */
  Recorded with(StatedTimes others) {
    return new Recorded(workflow, version, events, others, resources, span, remarks, diagnostics);
  }

  /**
   * Statements about activities in addition to their events.
   *
   * @param ideals may be shorter than there are activities; behind its end none is known
   */
  @SuppressWarnings("ArrayRecordComponent") // Passed from recorder to assembly, never compared.
  record StatedTimes(
      long[] wallclocks,
      long[] ideals,
      Map<Integer, List<Phase>> phases,
      Map<Integer, Map<PhaseType, Duration>> phaseTimes,
      Map<Integer, List<CodeProfile>> codeProfiles,
      AttemptTimes ofAttempts) {

    /** The same with what was stated of each activity's last attempt. */
    StatedTimes with(AttemptColumns attempts) {
      if (ofAttempts.isEmpty()) {
        return this;
      }
      long[] allWallclocks = wallclocks.clone();
      Map<Integer, List<Phase>> allPhases = new LinkedHashMap<>(phases);
      ofAttempts.addTo(allWallclocks, allPhases, attempts);
      return new StatedTimes(
          allWallclocks, ideals, allPhases, phaseTimes, codeProfiles, ofAttempts);
    }

    /** Ideal time of an activity: nanoseconds, or absent. */
    long ideal(int activity) {
      return activity < ideals.length ? ideals[activity] : Columns.ABSENT;
    }

    /** Number of phases of an activity. */
    int phaseCount(int activity) {
      return phases.getOrDefault(activity, List.of()).size();
    }
  }

  /** Processors the run ran on, services it used, and loads of hosts. */
  record Resources(
      List<Processor> processors,
      Assignments assignments,
      List<ServiceInterval> services,
      List<HostLoad> hostLoads) {}

  /**
   * Which attempt ran where, in the order of recording.
   *
   * @param processors indices of their names
   * @param nameCount how many of the names count
   */
  @SuppressWarnings("ArrayRecordComponent") // As above.
  record Assignments(
      int[] activities, int[] attempts, int[] processors, int count, IdIndex names, int nameCount) {

    /** Passes on the activities of those that were recorded after others. */
    void forEachSince(Assignments earlier, IntConsumer activity) {
      for (int k = earlier.count; k < count; k++) {
        activity.accept(activities[k]);
      }
    }
  }

  /** Times stated of the run as a whole; any may be absent. */
  record StatedSpan(long start, long end, long makespan, TimeBase base) {}
}
