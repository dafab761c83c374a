package io.flowgauge.traces.files;

import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Dependency;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Joins a second description of a run to the run. Its activities are matched to those of the run by
 * name, or else by start and end if only one matches. It adds dependencies if the run has none, and
 * T where it is not known; the run keeps its times. Loads of hosts during the run are added even if
 * no activity matches. Used once.
 */
final class SupplementJoin {
  /** Formats cut fractions of a second at different digits. */
  private static final long TOLERANCE = Times.NANOS_PER_SECOND;

  private final String source;
  private final WorkflowRun other;

  /** Activities of the run by the ids of the matching activities of the other description. */
  private final Map<String, ActivityExecution> matches = new LinkedHashMap<>();

  private long byTime;
  private long offset;

  SupplementJoin(String source, WorkflowRun other) {
    this.source = source;
    this.other = other;
  }

  void join(WorkflowRun run, RunRecorder into) {
    if (!other.hostLoads().isEmpty()) {
      hostLoads(run, into);
      return;
    }
    matchNames(run);
    boolean comparable = alignZones(run);
    if (comparable) {
      matchTimes(run);
    }
    TimeAgreement agreement = comparable ? agreement() : new TimeAgreement();
    if (matches.isEmpty() && other.executions().size() == 1) {
      info(into, "not joined: its one activity is not in the run");
    } else if (matches.isEmpty()) {
      warn(
          into,
          "not joined: none of its "
              + other.executions().size()
              + " activities matches one of the run by its name or its times");
    } else if (agreement.contradicts()) {
      warn(into, "not joined, because it seems to belong to another run: " + agreement);
    } else {
      report(agreement, comparable, into);
      dependencies(run, into);
      wallclocks(into);
    }
  }

  /**
   * Adds loads of hosts during the run; their source knows processes, not the activities of the
   * run.
   */
  private void hostLoads(WorkflowRun run, RunRecorder into) {
    boolean isComparable = run.timeBase() == TimeBase.UTC && other.timeBase() == TimeBase.UTC;
    long begin = run.startNanos().orElse(Long.MAX_VALUE);
    long end = run.endNanos().orElse(Long.MIN_VALUE);
    List<HostLoad> during =
        other.hostLoads().stream()
            .filter(load -> isComparable && load.endNanos() >= begin && load.beginNanos() <= end)
            .toList();
    during.forEach(into::hostLoad);
    if (during.isEmpty()) {
      warn(
          into,
          "not joined: it measured hosts "
              + (isComparable
                  ? "before or after the run"
                  : "at times that cannot be compared with those of the run, because a zone is not"
                      + " known"));
    } else {
      long hosts = during.stream().map(HostLoad::host).distinct().count();
      info(into, "load of " + hosts + (hosts == 1 ? " host" : " hosts") + " during the run");
    }
  }

  private void matchNames(WorkflowRun run) {
    for (ActivityExecution execution : other.executions()) {
      String id = execution.activity().id();
      run.execution(id).ifPresent(same -> matches.put(id, same));
    }
  }

  /**
   * Aligns local times of an unknown zone by the offset on which most of the matched activities
   * agree.
   */
  private boolean alignZones(WorkflowRun run) {
    if (run.timeBase() == TimeBase.UTC && other.timeBase() == TimeBase.UTC) {
      return true;
    }
    ZoneVote zone = new ZoneVote();
    matches.forEach((id, same) -> addVote(end(other.execution(id).orElseThrow()), end(same), zone));
    offset = zone.offset().orElse(0);
    return zone.offset().isPresent();
  }

  private static void addVote(OptionalLong local, OptionalLong utc, ZoneVote zone) {
    if (local.isPresent() && utc.isPresent()) {
      zone.add(local.getAsLong(), utc.getAsLong());
    }
  }

  private void matchTimes(WorkflowRun run) {
    Set<String> taken = new HashSet<>();
    matches.values().forEach(same -> taken.add(same.activity().id()));
    ExecutionTimes times = new ExecutionTimes(TOLERANCE);
    run.executions().stream()
        .filter(execution -> !taken.contains(execution.activity().id()))
        .forEach(execution -> times.add(execution, begin(execution), end(execution)));
    Map<ActivityExecution, String> found = new HashMap<>();
    Set<ActivityExecution> twice = new HashSet<>();
    for (ActivityExecution execution : other.executions()) {
      String id = execution.activity().id();
      if (!matches.containsKey(id)) {
        times
            .only(shifted(begin(execution)), shifted(end(execution)))
            .filter(same -> found.putIfAbsent(same, id) != null)
            .ifPresent(twice::add);
      }
    }
    found.keySet().removeAll(twice);
    found.forEach((same, id) -> matches.put(id, same));
    byTime = found.size();
  }

  private OptionalLong shifted(OptionalLong time) {
    return time.isPresent() ? OptionalLong.of(time.getAsLong() - offset) : time;
  }

  private TimeAgreement agreement() {
    TimeAgreement agreement = new TimeAgreement();
    matches.forEach(
        (id, same) -> {
          ActivityExecution execution = other.execution(id).orElseThrow();
          boolean ended = end(execution).isPresent() && end(same).isPresent();
          OptionalLong theirs = shifted(ended ? end(execution) : begin(execution));
          OptionalLong ours = ended ? end(same) : begin(same);
          if (theirs.isPresent() && ours.isPresent()) {
            agreement.add(id, Math.abs(theirs.getAsLong() - ours.getAsLong()), TOLERANCE);
          }
        });
    return agreement;
  }

  private static Optional<Attempt> last(ActivityExecution execution) {
    int count = execution.attempts().size();
    return count == 0 ? Optional.empty() : Optional.of(execution.attempts().get(count - 1));
  }

  private static OptionalLong begin(ActivityExecution execution) {
    return last(execution).map(Attempt::active).orElse(OptionalLong.empty());
  }

  private static OptionalLong end(ActivityExecution execution) {
    return last(execution).map(Attempt::ended).orElse(OptionalLong.empty());
  }

  private void report(TimeAgreement agreement, boolean comparable, RunRecorder into) {
    info(
        into,
        "belongs to the same run: of its "
            + other.executions().size()
            + " activities, "
            + (matches.size() - byTime)
            + " match by name and "
            + byTime
            + " by time"
            + (comparable ? "" : "; times were not compared, because they are in different zones"));
    if (agreement.differ() > 0) {
      warn(into, agreement + "; those of the run are used");
    }
  }

  private void dependencies(WorkflowRun run, RunRecorder into) {
    Set<Dependency> own = new HashSet<>(run.workflow().dependencies());
    Set<Dependency> found = new LinkedHashSet<>();
    for (Dependency each : other.workflow().dependencies()) {
      ActivityExecution from = matches.get(each.from());
      ActivityExecution to = matches.get(each.to());
      if (from != null && to != null) {
        found.add(new Dependency(from.activity().id(), to.activity().id()));
      }
    }
    if (found.isEmpty()) {
      return;
    }
    if (own.isEmpty()) {
      found.forEach(each -> into.dependency(each.from(), each.to()));
      info(into, "dependencies: " + found.size());
    } else if (own.equals(found)) {
      info(into, "dependencies: " + found.size() + ", the same as in the run");
    } else {
      int count = found.size();
      found.removeAll(own);
      info(
          into,
          found.size()
              + " of its "
              + count
              + " dependencies are not among the "
              + own.size()
              + " of the run, which are used");
    }
  }

  private void wallclocks(RunRecorder into) {
    long added = 0;
    for (Map.Entry<String, ActivityExecution> match : matches.entrySet()) {
      ActivityExecution execution = other.execution(match.getKey()).orElseThrow();
      if (match.getValue().wallclock().isEmpty() && execution.wallclock().isPresent()) {
        into.wallclock(
            match.getValue().activity().id(), execution.wallclock().orElseThrow().toNanos());
        added++;
      }
    }
    if (added > 0) {
      info(into, "adds T of " + added + " activities");
    }
  }

  private void info(RunRecorder into, String text) {
    into.diagnostic(Diagnostic.info(source, text));
  }

  private void warn(RunRecorder into, String text) {
    into.diagnostic(Diagnostic.warning(source, text));
  }
}
