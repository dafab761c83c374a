package io.flowgauge.traces.document;

import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Region;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Everything about a run except its diagnostics, for comparison. An end that was ignored is left
 * out, as its time is not available.
 */
public record RunFacts(
    String name,
    TimeBase base,
    OptionalLong start,
    boolean startRecorded,
    OptionalLong end,
    Optional<Duration> makespan,
    boolean finished,
    boolean ended,
    List<Activity> activities,
    List<Dependency> dependencies,
    List<Processor> processors,
    List<ServiceInterval> services,
    List<HostLoad> hostLoads,
    List<Execution> executions,
    String regions) {

  /** The execution of an activity. */
  public record Execution(
      Optional<String> processor,
      Optional<Duration> wallclock,
      Optional<Duration> ideal,
      List<Attempt> attempts,
      List<ActivityEvent> events,
      List<Phase> phases,
      Map<PhaseType, Duration> phaseTimes,
      List<CodeProfile> codeProfiles) {
    Execution withoutProfiles() {
      return new Execution(
          processor, wallclock, ideal, attempts, events, phases, phaseTimes, List.of());
    }

    static Execution of(ActivityExecution of) {
      return new Execution(
          of.processor(),
          of.wallclock(),
          of.ideal(),
          of.attempts(),
          of.graph().events(),
          of.phases(),
          of.phaseTimes(),
          of.codeProfiles());
    }
  }

  /** Returns the facts of a run. */
  public static RunFacts of(WorkflowRun run) {
    return new RunFacts(
        run.name(),
        run.timeBase(),
        run.startNanos(),
        run.isStartRecorded(),
        run.endNanos(),
        run.makespan(),
        run.isFinished(),
        run.isEnded() && run.endNanos().isPresent(),
        List.copyOf(run.workflow().activities()),
        List.copyOf(run.workflow().dependencies()),
        run.processors(),
        run.services(),
        run.hostLoads(),
        run.executions().stream().map(Execution::of).toList(),
        run.workflow().activityCount() == 0 ? "" : text(run.workflow().regions()));
  }

  /** Returns these facts without code profiles and host loads. */
  public RunFacts withoutMeasurements() {
    return new RunFacts(
        name,
        base,
        start,
        startRecorded,
        end,
        makespan,
        finished,
        ended,
        activities,
        dependencies,
        processors,
        services,
        List.of(),
        executions.stream().map(Execution::withoutProfiles).toList(),
        regions);
  }

  /** Returns these facts with another region tree. */
  public RunFacts withRegions(String other) {
    return new RunFacts(
        name,
        base,
        start,
        startRecorded,
        end,
        makespan,
        finished,
        ended,
        activities,
        dependencies,
        processors,
        services,
        hostLoads,
        executions,
        other);
  }

  private static String text(Region region) {
    return region
        .activity()
        .orElseGet(
            () ->
                region.kind()
                    + "["
                    + region.name()
                    + "]"
                    + region.members().stream()
                        .map(RunFacts::text)
                        .collect(Collectors.joining(", ", "(", ")"))
                    + region.links());
  }
}
