package io.flowgauge.model.core;

import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.EventType;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Region;
import java.lang.ref.SoftReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The only implementation of {@link RunRecorder}: appends to columns under a lock that is never
 * held during an analysis. Thread-safe.
 */
public final class Recorder implements RunRecorder, Nameable {
  private static final String OUT_OF_RANGE = " outside the years 1824 to 2116";

  private final Object lock = new Object();

  /** Replaced when the run is finished. Its ids are also looked up outside the lock. */
  private volatile RecorderColumns recording = new RecorderColumns();

  /** The workflow made most recently, or null. */
  private volatile MadeWorkflow made;

  /**
   * State that the last run left for the next one, which removes it. Softly referenced, so that it
   * may be dropped when memory is short.
   */
  private final AtomicReference<SoftReference<LastRun>> last = new AtomicReference<>();

  private String name;

  /** Creates a recorder without any record. */
  public Recorder(String name) {
    this.name = name;
  }

  @Override
  public void rename(String name) {
    synchronized (lock) {
      this.name = name;
      recording.changed();
    }
  }

  @Override
  public void activity(Activity activity) {
    Activity copy;
    try {
      copy = Activity.copyOf(activity);
    } catch (OutOfMemoryError e) {
      append(to -> to.lost++);
      return;
    } catch (RuntimeException e) { // An activity implemented by a caller can throw anything.
      reject("a null activity, or one with a property that is null or unusable", e.toString());
      return;
    }
    append(to -> to.activity(copy));
  }

  @Override
  public void dependency(String earlier, String later) {
    if (isMissing(earlier) || isMissing(later)) {
      reject("a dependency with a null or empty activity");
      return;
    }
    if (earlier.equals(later)) {
      reject("a dependency of an activity on itself", "activity " + earlier);
      return;
    }
    append(to -> to.dependency(earlier, later));
  }

  @Override
  public void processor(Processor processor) {
    if (processor == null || processor.name().isEmpty()) {
      reject("a null processor, or one with an empty name");
      return;
    }
    append(to -> to.processors.put(processor.name(), processor));
  }

  @Override
  public void regions(Region root) {
    if (root == null) {
      reject("a null region tree");
      return;
    }
    append(to -> to.regions(root));
  }

  @Override
  public void record(String activity, EventType type, long epochNanos, int attempt) {
    if (isMissing(activity) || type == null || attempt < 1) {
      reject("an event with a null or empty activity, a null type, or an attempt below 1");
      return;
    }
    if (!Columns.inRange(epochNanos)) {
      reject("an event" + OUT_OF_RANGE);
      return;
    }
    // Looking the id up outside the lock keeps the lock short.
    RecorderColumns asked = recording;
    int known = asked.indices.of(activity);
    byte code = EventSequence.code(type);
    synchronized (lock) {
      try {
        boolean isNew = known == IdIndex.NONE || asked != recording;
        recording.events.add(isNew ? recording.index(activity) : known, code, epochNanos, attempt);
      } catch (OutOfMemoryError e) {
        recording.lost++;
      }
    }
  }

  /** Changes the columns. A lack of memory for them is counted and must not trouble the caller. */
  private void append(Consumer<RecorderColumns> what) {
    synchronized (lock) {
      try {
        what.accept(recording);
      } catch (OutOfMemoryError e) {
        recording.lost++;
      }
    }
  }

  @Override
  public void assign(String activity, int attempt, String processor) {
    if (isMissing(activity) || isMissing(processor) || attempt < 1) {
      reject(
          "a processor assignment with a null or empty activity or processor,"
              + " or an attempt below 1");
      return;
    }
    append(to -> to.assign(activity, attempt, processor));
  }

  @Override
  public void wallclock(String activity, long nanos) {
    if (isTime(activity, nanos)) {
      append(to -> to.wallclock(activity, nanos));
    }
  }

  @Override
  public void ideal(String activity, long nanos) {
    if (isTime(activity, nanos)) {
      append(to -> to.ideal(activity, nanos));
    }
  }

  private boolean isTime(String activity, long nanos) {
    boolean isTime = !isMissing(activity) && nanos >= 0 && Columns.inRange(nanos);
    if (!isTime) {
      reject("a time of a null or empty activity, or one that is negative or exceeds 146 years");
    }
    return isTime;
  }

  @Override
  public void phase(String activity, Phase phase) {
    if (isMissing(activity) || phase == null || phase.name().isEmpty()) {
      reject("a null phase, one with an empty name, or one of a null or empty activity");
      return;
    }
    if (!Columns.inRange(phase.beginNanos()) || !Columns.inRange(phase.endNanos())) {
      reject("a phase" + OUT_OF_RANGE);
      return;
    }
    append(to -> to.phase(activity, phase));
  }

  @Override
  public void wallclock(String activity, int attempt, long nanos) {
    if (isMissing(activity) || attempt < 1 || nanos < 0 || !Columns.inRange(nanos)) {
      reject(
          "a time of a null or empty activity or an attempt below 1, or one that is negative or"
              + " exceeds 146 years");
      return;
    }
    append(to -> to.attemptTimes.wallclock(to.index(activity), attempt, nanos));
  }

  @Override
  public void phase(String activity, int attempt, Phase phase) {
    if (isMissing(activity) || phase == null || phase.name().isEmpty() || attempt < 1) {
      reject(
          "a null phase, one with an empty name, or one of a null or empty activity or an attempt"
              + " below 1");
      return;
    }
    if (!Columns.inRange(phase.beginNanos()) || !Columns.inRange(phase.endNanos())) {
      reject("a phase" + OUT_OF_RANGE);
      return;
    }
    append(to -> to.attemptTimes.phase(to.index(activity), attempt, phase));
  }

  @Override
  public void phaseTime(String activity, PhaseType phase, long nanos) {
    if (isMissing(activity) || phase == null || nanos < 0 || !Columns.inRange(nanos)) {
      reject(
          "a time of a null or empty activity or a null phase,"
              + " or one that is negative or exceeds 146 years");
      return;
    }
    append(to -> to.phaseTime(activity, phase, Duration.ofNanos(nanos)));
  }

  @Override
  public void codeProfile(String activity, CodeProfile profile) {
    if (isMissing(activity) || profile == null) {
      reject("a null profile, or one of a null or empty activity");
      return;
    }
    if (!Columns.inRange(profile.epochNanos())) {
      reject("a profile" + OUT_OF_RANGE);
      return;
    }
    append(to -> to.codeProfile(activity, profile));
  }

  @Override
  public void service(ServiceInterval service) {
    if (service == null || service.service().isEmpty()) {
      reject("a null service, or one with an empty name");
      return;
    }
    if (!Columns.inRange(service.beginNanos()) || !Columns.inRange(service.endNanos())) {
      reject("a service" + OUT_OF_RANGE);
      return;
    }
    append(to -> to.services.add(service));
  }

  @Override
  public void hostLoad(HostLoad load) {
    if (load == null) {
      reject("a null load of a host");
      return;
    }
    if (!Columns.inRange(load.beginNanos()) || !Columns.inRange(load.endNanos())) {
      reject("a load of a host" + OUT_OF_RANGE);
      return;
    }
    append(to -> to.hostLoad(load));
  }

  @Override
  public void start(long epochNanos) {
    if (!Columns.inRange(epochNanos)) {
      reject("a start of the run" + OUT_OF_RANGE);
      return;
    }
    append(to -> to.start = epochNanos);
  }

  @Override
  public void end(long epochNanos) {
    if (!Columns.inRange(epochNanos)) {
      reject("an end of the run" + OUT_OF_RANGE);
      return;
    }
    append(to -> to.end = epochNanos);
  }

  @Override
  public void timeBase(TimeBase base) {
    if (base == null) {
      reject("a null time base");
      return;
    }
    append(to -> to.timeBase = base);
  }

  @Override
  public void recordedMakespan(long nanos) {
    if (nanos < 0) {
      reject("a negative makespan");
      return;
    }
    append(to -> to.makespan = nanos);
  }

  @Override
  public void diagnostic(Diagnostic diagnostic) {
    if (diagnostic == null) {
      reject("a null diagnostic");
      return;
    }
    append(to -> to.diagnostics.add(diagnostic));
  }

  private static boolean isMissing(String name) {
    return name == null || name.isEmpty();
  }

  private void reject(String what) {
    reject(what, "recorder");
  }

  private void reject(String what, String where) {
    append(to -> to.remarks.warn("not recorded: " + what, where));
  }

  @Override
  public WorkflowRun snapshot() {
    return columns();
  }

  /** Returns {@link #snapshot()} with access to its columns. */
  public ColumnarRun columns() {
    return run(Columns.ABSENT, false);
  }

  @Override
  public WorkflowRun finish() {
    ColumnarRun run = run(Columns.ABSENT, true);
    made = null;
    return run;
  }

  private ColumnarRun run(long now, boolean isLast) {
    SoftReference<LastRun> before = last.getAndSet(null); // Never newer than the copy.
    Recorded recorded = copy(isLast);
    MadeWorkflow workflow = workflow(recorded);
    recorded = recorded.withoutDependencies(); // Frees space for the columns.
    LastRun taken = before == null || isLast ? null : before.get();
    RunAssembly assembly = new RunAssembly(recorded, workflow, now, taken);
    ColumnarRun run = assembly.run();
    last.set(isLast ? null : new SoftReference<>(assembly.left()));
    return run;
  }

  /**
   * Returns the workflow of what was recorded, made anew if it changed. Concurrent callers may each
   * make one; the last one is kept.
   */
  private MadeWorkflow workflow(Recorded recorded) {
    MadeWorkflow last = made;
    if (last == null || last.version() != recorded.version()) {
      last = new RecordedWorkflow(recorded).make();
      made = last;
    }
    return last;
  }

  @Override
  public WorkflowRun snapshot(Instant now) {
    return columns(Objects.requireNonNull(now, "now"));
  }

  /** Returns {@link #snapshot(Instant)} with access to its columns. */
  public ColumnarRun columns(Instant now) {
    long nanos = Times.epochNanos(now);
    if (!Columns.inRange(nanos)) {
      throw new IllegalArgumentException(
          "snapshot time must be in the years 1824 to 2116, but is " + now);
    }
    return run(nanos, false);
  }

  /** Copies what is known now. After the last copy, only the name is kept. */
  private Recorded copy(boolean isLast) {
    synchronized (lock) {
      Recorded recorded = recording.copy(name);
      if (isLast) {
        recording = new RecorderColumns(recording);
      }
      return recorded;
    }
  }

  @Override
  public String toString() {
    synchronized (lock) {
      return "Recorder[" + name + ", " + recording.indices.size() + " activities]";
    }
  }
}
