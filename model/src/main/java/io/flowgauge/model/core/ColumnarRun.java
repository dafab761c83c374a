package io.flowgauge.model.core;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.EventType;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.CyclicWorkflowException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/**
 * A run in columns. Attempts are numbered over the whole run: the attempts of an activity are
 * consecutive, from {@link #firstAttempt} up to but excluding {@link #endAttempt}. Immutable and
 * thread-safe.
 */
public final class ColumnarRun implements WorkflowRun {
  private static final byte COMPLETED = EventSequence.code(EventType.COMPLETED);

  private static final long[] NONE = new long[0];

  private final ColumnarWorkflow workflow;
  private final RunEvents events;
  private final AttemptColumns attempts;
  private final PagedColumn begins;
  private final Holds holds;
  private final PagedColumn lastAssigned;
  private final PagedColumn wallclocks;
  private final PagedColumn ideals;
  private final Map<Integer, List<Phase>> phases;
  private final Map<Integer, Map<PhaseType, Duration>> phaseTimes;
  private final Map<Integer, List<CodeProfile>> codeProfiles;
  private final List<Processor> processors;
  private final List<ServiceInterval> services;
  private final List<HostLoad> hostLoads;
  private final TimeBase timeBase;
  private final RunSpan span;
  private final List<Diagnostic> diagnostics;
  private final List<String> cycle;
  private final RunChanges changes;

  ColumnarRun(
      MadeWorkflow made,
      RunEvents events,
      AttemptColumns attempts,
      PagedColumn begins,
      Recorded recorded,
      ProcessorTable processors,
      Holds holds,
      RunSpan span,
      List<Diagnostic> diagnostics,
      RunChanges changes) {
    this.workflow = made.workflow();
    this.events = events;
    this.attempts = attempts;
    this.begins = begins;
    this.holds = holds;
    this.wallclocks = recorded.times().wallclocks();
    this.ideals = recorded.times().ideals();
    this.phases = recorded.times().phases();
    this.phases.replaceAll((activity, unsorted) -> inOrder(unsorted, Phase::beginNanos));
    this.phaseTimes = recorded.times().phaseTimes();
    this.codeProfiles = recorded.times().codeProfiles();
    this.timeBase = recorded.span().base();
    this.services = inOrder(recorded.resources().services(), ServiceInterval::beginNanos);
    this.hostLoads = recorded.resources().hostLoads();
    this.processors = processors.processors();
    this.lastAssigned = processors.lastAssigned();
    this.span = span;
    this.diagnostics = diagnostics;
    this.cycle = made.cycle();
    this.changes = changes;
  }

  private static <T> List<T> inOrder(List<T> intervals, ToLongFunction<T> begin) {
    return intervals.stream().sorted(Comparator.comparingLong(begin)).toList();
  }

  /** The workflow with its columns. */
  @Override
  public ColumnarWorkflow workflow() {
    return workflow;
  }

  /** Number of attempts of all activities: 0 or more. */
  public int attemptCount() {
    return attempts.count();
  }

  /** First attempt of an activity, as a number over this run and earlier ones of its recorder. */
  public int firstAttempt(int activity) {
    return attempts.first(activity);
  }

  /**
   * The attempt after the last one of an activity; equal to {@link #firstAttempt} if the activity
   * has none.
   */
  public int endAttempt(int activity) {
    return attempts.end(activity);
  }

  /** Time of STARTED: nanoseconds, or {@link Columns#ABSENT}. */
  public long started(int attempt) {
    return attempts.started[attempt];
  }

  /** Time of SUBMITTED: nanoseconds, or {@link Columns#ABSENT}. */
  public long submitted(int attempt) {
    return attempts.submitted[attempt];
  }

  /** Time of PENDING: nanoseconds, or {@link Columns#ABSENT}. */
  public long pending(int attempt) {
    return attempts.pending[attempt];
  }

  /** Time of ACTIVE: nanoseconds, or {@link Columns#ABSENT}. */
  public long active(int attempt) {
    return attempts.active[attempt];
  }

  /** Time of COMPLETED, FAILED or ABORTED: nanoseconds, or {@link Columns#ABSENT}. */
  public long ended(int attempt) {
    return attempts.ended[attempt];
  }

  /**
   * How an attempt ended.
   *
   * @return COMPLETED, FAILED, ABORTED, or null while it is open
   */
  public EventType outcome(int attempt) {
    byte outcome = attempts.outcomes[attempt];
    return outcome == AttemptColumns.OPEN ? null : EventSequence.type(outcome);
  }

  /**
   * Whether an attempt completed.
   *
   * @return true if it ended with COMPLETED
   */
  public boolean completed(int attempt) {
    return attempts.outcomes[attempt] == COMPLETED;
  }

  /** Total time between SUSPENDED and RESUMED: nanoseconds, 0 or more. */
  public long suspended(int attempt) {
    return attempts.suspended == null ? 0 : attempts.suspended[attempt];
  }

  /**
   * The suspensions of an attempt in order of time, as alternating begins and ends in nanoseconds.
   * An open suspension ends at t_now.
   */
  public long[] suspensions(int activity, int attempt) {
    return suspended(attempt) == 0
        ? NONE
        : events.suspensions(activity, attempts.numbers[attempt], span.until());
  }

  /** Where an attempt ran: position in {@link #processors()}, or -1 if unknown. */
  public int processorOf(int attempt) {
    return attempts.processors[attempt];
  }

  /**
   * Where the last attempt of an activity ran: position in {@link #processors()}, or -1 if unknown.
   */
  public int processor(int activity) {
    int end = endAttempt(activity);
    return end > firstAttempt(activity)
        ? attempts.processors[end - 1]
        : ProcessorTable.processor(lastAssigned.get(activity));
  }

  /**
   * When an activity began: its first STARTED. If a STARTED was lost, the first known event of its
   * attempt stands in for it; if only the end and the time T are known, the begin is the end minus
   * T.
   *
   * @return nanoseconds, or {@link Columns#ABSENT} if it left no event
   */
  public long begin(int activity) {
    return begins.get(activity);
  }

  /**
   * When an activity ended: the end of its last attempt.
   *
   * @return nanoseconds, or {@link Columns#ABSENT} while it is open or if it left no event
   */
  public long end(int activity) {
    int end = endAttempt(activity);
    return end > firstAttempt(activity) ? attempts.ended[end - 1] : Columns.ABSENT;
  }

  /**
   * Whether an activity ended after another. If both ended at the same time, the one with the
   * smaller id counts as later (definitions, "Attribution"). An open activity ends at t_now.
   *
   * @param activity index of an activity that left an event
   * @return true if it did
   */
  public boolean isLater(int activity, int other) {
    long end = endOrNow(activity);
    long otherEnd = endOrNow(other);
    return end != otherEnd
        ? end > otherEnd
        : workflow.activity(activity).id().compareTo(workflow.activity(other).id()) < 0;
  }

  /** When an activity that left an event ended, or t_now while it is open: nanoseconds. */
  public long endOrNow(int activity) {
    return known(end(activity)) ? end(activity) : span.until();
  }

  /** The number that the source gave an attempt: 1 for the first submission of its activity. */
  public int attemptNumber(int attempt) {
    return attempts.numbers[attempt];
  }

  /** Whether an activity was skipped. A skipped activity has no attempt. */
  public boolean isSkipped(int activity) {
    return attempts.isSkipped(activity);
  }

  /** Whether an activity is done: see {@link ActivityExecution#isCompleted()}. */
  public boolean isCompleted(int activity) {
    int end = endAttempt(activity);
    return end > firstAttempt(activity)
        ? completed(end - 1)
        : known(wallclock(activity)) && !isSkipped(activity);
  }

  /** Latest FAILED or ABORTED of an activity: nanoseconds, or {@link Columns#ABSENT}. */
  public long lastFailed(int activity) {
    return events.lastFailed(activity);
  }

  /** Measured wall-clock time of an activity: nanoseconds, or {@link Columns#ABSENT}. */
  public long wallclock(int activity) {
    return wallclocks.get(activity);
  }

  /** Ideal time that the source stated for an activity: nanoseconds, or {@link Columns#ABSENT}. */
  public long ideal(int activity) {
    return ideals.get(activity);
  }

  /** Phases of an activity's last attempt, in order of their begin. */
  public List<Phase> phases(int activity) {
    return phases.isEmpty() ? List.of() : phases.getOrDefault(activity, List.of());
  }

  /**
   * Time that an activity's last attempt spent in phases of which only the length is known, by
   * phase type.
   */
  public Map<PhaseType, Duration> phaseTimes(int activity) {
    return phaseTimes.isEmpty() ? Map.of() : phaseTimes.getOrDefault(activity, Map.of());
  }

  /** Profiles that sensors measured in an activity's last attempt, in order of time. */
  List<CodeProfile> codeProfiles(int activity) {
    return codeProfiles.isEmpty() ? List.of() : codeProfiles.getOrDefault(activity, List.of());
  }

  /** When the run began and ended, and the time up to which open states are measured. */
  public RunSpan span() {
    return span;
  }

  /**
   * Throws if a dependency of the run was left out because it closed a cycle.
   *
   * @throws CyclicWorkflowException if one was; its message shows the cycle
   */
  public void requireAcyclic() {
    if (!cycle.isEmpty()) {
      throw new CyclicWorkflowException(cycle);
    }
  }

  /**
   * When the slots of each processor were held; the entry after the last processor is for attempts
   * whose processor is unknown.
   */
  public Holds holds() {
    return holds;
  }

  /** The differences from earlier runs of the same recorder. */
  public RunChanges changes() {
    return changes;
  }

  RunEvents events() {
    return events;
  }

  @Override
  public String name() {
    return workflow.name();
  }

  @Override
  public TimeBase timeBase() {
    return timeBase;
  }

  @Override
  public OptionalLong startNanos() {
    return optional(span.start());
  }

  @Override
  public boolean isStartRecorded() {
    return span.startRecorded();
  }

  @Override
  public OptionalLong endNanos() {
    return optional(span.end());
  }

  @Override
  public Optional<Duration> makespan() {
    return known(span.makespan())
        ? Optional.of(Duration.ofNanos(span.makespan()))
        : Optional.empty();
  }

  @Override
  public boolean isFinished() {
    return span.finished();
  }

  @Override
  public boolean isEnded() {
    return span.ended();
  }

  @Override
  public ActivityExecution execution(int index) {
    workflow.activity(index);
    return new ExecutionView(this, index);
  }

  @Override
  public List<ActivityExecution> executions() {
    return ColumnarWorkflow.view(workflow.activityCount(), this::execution);
  }

  @Override
  public List<Processor> processors() {
    return processors;
  }

  @Override
  public List<ServiceInterval> services() {
    return services;
  }

  @Override
  public List<HostLoad> hostLoads() {
    return hostLoads;
  }

  @Override
  public List<Diagnostic> diagnostics() {
    return diagnostics;
  }

  static OptionalLong optional(long nanos) {
    return known(nanos) ? OptionalLong.of(nanos) : OptionalLong.empty();
  }

  @Override
  public String toString() {
    return "WorkflowRun["
        + name()
        + ", "
        + workflow.activityCount()
        + " activities, makespan "
        + (known(span.makespan()) ? Times.seconds(span.makespan()) + " s" : "not measured")
        + "]";
  }
}
