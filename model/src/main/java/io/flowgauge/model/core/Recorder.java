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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The only implementation of {@link RunRecorder}: appends to columns under a lock that is never
 * held during an analysis. Thread-safe.
 */
public final class Recorder implements RunRecorder, Nameable {
  private static final int FIRST_CAPACITY = 64;
  private static final String OUT_OF_RANGE = " outside the years 1824 to 2116";

  private final Object lock = new Object();

  /** Read outside the lock, too. */
  private volatile IdIndex indices;

  private EventSequence events;
  private Map<String, Processor> processors;
  private List<ServiceInterval> services;
  private List<Diagnostic> diagnostics;
  private Remarks remarks;

  private Activity[] activities;
  private long[] wallclocks;

  /** No longer than the last one told needs: most runs have none. */
  private long[] ideals;

  private String name;

  private int[] from;
  private int[] to;
  private int dependencyCount;

  private int[] assignedActivity;
  private int[] assignedAttempt;
  private String[] assignedProcessor;
  private int assignments;

  private Map<Integer, List<Phase>> phases;
  private Map<Integer, Map<PhaseType, Duration>> phaseTimes;
  private Map<Integer, ProfileHistory> codeProfiles;
  private Map<LoadHistory.Key, LoadHistory> hostLoads;
  private AttemptTimes attemptTimes;
  private Region regions;

  /** How often something was told of the workflow, and the last workflow that was made. */
  private long version;

  private volatile MadeWorkflow made;

  private long start;
  private long end;
  private long makespan;
  private TimeBase timeBase;

  /** An empty run. */
  public Recorder(String name) {
    this.name = name;
    forget();
  }

  /** Knows nothing but the name from now on. Snapshots keep what they share with the recorder. */
  private void forget() {
    indices = new IdIndex();
    events = new EventSequence();
    processors = new LinkedHashMap<>();
    services = new ArrayList<>();
    diagnostics = new ArrayList<>();
    remarks = new Remarks();
    activities = new Activity[FIRST_CAPACITY];
    wallclocks = Columns.absent(FIRST_CAPACITY);
    ideals = Columns.absent(0);
    from = new int[FIRST_CAPACITY];
    to = new int[FIRST_CAPACITY];
    dependencyCount = 0;
    assignedActivity = new int[FIRST_CAPACITY];
    assignedAttempt = new int[FIRST_CAPACITY];
    assignedProcessor = new String[FIRST_CAPACITY];
    assignments = 0;
    phases = new LinkedHashMap<>();
    phaseTimes = new LinkedHashMap<>();
    codeProfiles = new LinkedHashMap<>();
    hostLoads = new LinkedHashMap<>();
    attemptTimes = new AttemptTimes();
    regions = null;
    start = Columns.ABSENT;
    end = Columns.ABSENT;
    makespan = Columns.ABSENT;
    timeBase = TimeBase.UTC;
    version++; // It never counts back, so that a workflow made before is not taken for a later one.
  }

  @Override
  public void rename(String name) {
    synchronized (lock) {
      this.name = name;
      version++;
    }
  }

  @Override
  public void activity(Activity activity) {
    Activity copy;
    try {
      copy = Activity.copyOf(activity);
    } catch (RuntimeException e) { // An implementation of the caller's own can throw anything.
      reject("a null activity, or one with a property that is null or unusable", e.toString());
      return;
    }
    synchronized (lock) {
      int index = index(copy.id());
      activities[index] = activities[index] == null ? copy : joined(activities[index], copy);
      version++;
    }
  }

  /** What was declared first, with the attributes that were told later. */
  private Activity joined(Activity first, Activity again) {
    Activity bare = again.withAttributes(Map.of());
    if (!bare.equals(first.withAttributes(Map.of())) && !bare.equals(Activity.of(first.id()))) {
      remarks.warn(
          "declared more than once; the first type, kind and iteration count",
          "activity " + first.id());
    }
    if (again.attributes().isEmpty()) {
      return first;
    }
    Map<String, String> attributes = new TreeMap<>(first.attributes());
    attributes.putAll(again.attributes());
    return first.withAttributes(attributes);
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
    synchronized (lock) {
      from = Columns.room(from, dependencyCount);
      to = Columns.room(to, dependencyCount);
      from[dependencyCount] = index(earlier);
      to[dependencyCount] = index(later);
      dependencyCount++;
      version++;
    }
  }

  @Override
  public void processor(Processor processor) {
    if (processor == null || processor.name().isEmpty()) {
      reject("a null processor, or one with an empty name");
      return;
    }
    synchronized (lock) {
      processors.put(processor.name(), processor);
    }
  }

  @Override
  public void regions(Region root) {
    if (root == null) {
      reject("a null region tree");
      return;
    }
    synchronized (lock) {
      regions = root;
      version++;
    }
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
    // Looking up outside the lock keeps it short.
    IdIndex asked = indices;
    int known = asked.of(activity);
    byte code = EventSequence.code(type);
    synchronized (lock) {
      boolean isNew = known == IdIndex.NONE || asked != indices;
      events.add(isNew ? index(activity) : known, code, epochNanos, attempt);
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
    synchronized (lock) {
      assignedActivity = Columns.room(assignedActivity, assignments);
      assignedAttempt = Columns.room(assignedAttempt, assignments);
      if (assignments == assignedProcessor.length) {
        assignedProcessor = Arrays.copyOf(assignedProcessor, assignments * 2);
      }
      assignedActivity[assignments] = index(activity);
      assignedAttempt[assignments] = attempt;
      assignedProcessor[assignments] = processor;
      assignments++;
    }
  }

  @Override
  public void wallclock(String activity, long nanos) {
    setTime(activity, nanos, false);
  }

  @Override
  public void ideal(String activity, long nanos) {
    setTime(activity, nanos, true);
  }

  private void setTime(String activity, long nanos, boolean ideal) {
    if (isMissing(activity) || nanos < 0 || !Columns.inRange(nanos)) {
      reject("a time of a null or empty activity, or one that is negative or exceeds 146 years");
      return;
    }
    synchronized (lock) {
      int index = index(activity);
      if (ideal && index >= ideals.length) {
        ideals = Columns.lengthened(ideals, activities.length);
      }
      (ideal ? ideals : wallclocks)[index] = nanos;
    }
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
    synchronized (lock) {
      phases.computeIfAbsent(index(activity), a -> new ArrayList<>(2)).add(phase);
    }
  }

  @Override
  public void wallclock(String activity, int attempt, long nanos) {
    if (isMissing(activity) || attempt < 1 || nanos < 0 || !Columns.inRange(nanos)) {
      reject(
          "a time of a null or empty activity or an attempt below 1, or one that is negative or"
              + " exceeds 146 years");
      return;
    }
    synchronized (lock) {
      attemptTimes.wallclock(index(activity), attempt, nanos);
    }
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
    synchronized (lock) {
      attemptTimes.phase(index(activity), attempt, phase);
    }
  }

  @Override
  public void phaseTime(String activity, PhaseType phase, long nanos) {
    if (isMissing(activity) || phase == null || nanos < 0 || !Columns.inRange(nanos)) {
      reject(
          "a time of a null or empty activity or a null phase,"
              + " or one that is negative or exceeds 146 years");
      return;
    }
    synchronized (lock) {
      phaseTimes
          .computeIfAbsent(index(activity), a -> new EnumMap<>(PhaseType.class))
          .put(phase, Duration.ofNanos(nanos));
    }
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
    synchronized (lock) {
      codeProfiles.computeIfAbsent(index(activity), a -> new ProfileHistory()).add(profile);
    }
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
    synchronized (lock) {
      services.add(service);
    }
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
    synchronized (lock) {
      hostLoads.computeIfAbsent(LoadHistory.Key.of(load), LoadHistory::new).add(load);
    }
  }

  @Override
  public void start(long epochNanos) {
    if (!Columns.inRange(epochNanos)) {
      reject("a start of the run" + OUT_OF_RANGE);
      return;
    }
    synchronized (lock) {
      start = epochNanos;
    }
  }

  @Override
  public void end(long epochNanos) {
    if (!Columns.inRange(epochNanos)) {
      reject("an end of the run" + OUT_OF_RANGE);
      return;
    }
    synchronized (lock) {
      end = epochNanos;
    }
  }

  @Override
  public void timeBase(TimeBase base) {
    if (base == null) {
      reject("a null time base");
      return;
    }
    synchronized (lock) {
      timeBase = base;
    }
  }

  @Override
  public void recordedMakespan(long nanos) {
    if (nanos < 0) {
      reject("a negative makespan");
      return;
    }
    synchronized (lock) {
      makespan = nanos;
    }
  }

  @Override
  public void diagnostic(Diagnostic diagnostic) {
    if (diagnostic == null) {
      reject("a null diagnostic");
      return;
    }
    synchronized (lock) {
      diagnostics.add(diagnostic);
    }
  }

  private static boolean isMissing(String name) {
    return name == null || name.isEmpty();
  }

  private void reject(String what) {
    reject(what, "recorder");
  }

  private void reject(String what, String where) {
    synchronized (lock) {
      remarks.warn("not recorded: " + what, where);
    }
  }

  /** Index of an id, which is added if it is new. The caller holds the lock. */
  private int index(String id) {
    int known = indices.of(id);
    if (known != IdIndex.NONE) {
      return known;
    }
    if (indices.size() == activities.length) {
      grow();
    }
    version++;
    return indices.add(id);
  }

  private void grow() {
    int length = activities.length * 2;
    activities = Arrays.copyOf(activities, length);
    wallclocks = Columns.lengthened(wallclocks, length);
  }

  @Override
  public WorkflowRun snapshot() {
    return columns();
  }

  /** The same as {@link #snapshot()}, with its columns. */
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
    Recorded recorded = copy(isLast);
    MadeWorkflow workflow = workflow(recorded);
    recorded = recorded.withoutDependencies(); // The columns may need their space.
    return new RunAssembly(recorded, workflow, now).run();
  }

  /** Threads that ask at once may each make one, of which the last is kept. */
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
    long nanos = Times.epochNanos(now);
    if (!Columns.inRange(nanos)) {
      throw new IllegalArgumentException(
          "snapshot time must be in the years 1824 to 2116, but is " + now);
    }
    return run(nanos, false);
  }

  private Recorded copy(boolean isLast) {
    synchronized (lock) {
      Recorded recorded = copy();
      if (isLast) {
        forget();
      }
      return recorded;
    }
  }

  /** What is known now. The caller holds the lock. */
  private Recorded copy() {
    return new Recorded(
        new WorkflowColumns(
            name,
            Arrays.copyOf(activities, indices.size()),
            indices,
            from,
            to,
            dependencyCount,
            regions),
        version,
        events.prefix(),
        copyOfTimes(),
        copyOfResources(),
        new Recorded.StatedSpan(start, end, makespan, timeBase),
        remarks.copy(),
        List.copyOf(diagnostics));
  }

  private Recorded.StatedTimes copyOfTimes() {
    return new Recorded.StatedTimes(
        Arrays.copyOf(wallclocks, indices.size()),
        Arrays.copyOf(ideals, Math.min(ideals.length, indices.size())),
        copyOfPhases(),
        copyOfPhaseTimes(),
        copyOfCodeProfiles(),
        attemptTimes.prefix());
  }

  private Recorded.Resources copyOfResources() {
    return new Recorded.Resources(
        List.copyOf(processors.values()),
        new Recorded.Assignments(assignedActivity, assignedAttempt, assignedProcessor, assignments),
        List.copyOf(services),
        LoadHistory.all(hostLoads.values()));
  }

  private Map<Integer, List<Phase>> copyOfPhases() {
    Map<Integer, List<Phase>> copy = new LinkedHashMap<>();
    phases.forEach((activity, list) -> copy.put(activity, List.copyOf(list)));
    return copy;
  }

  private Map<Integer, Map<PhaseType, Duration>> copyOfPhaseTimes() {
    Map<Integer, Map<PhaseType, Duration>> copy = new LinkedHashMap<>();
    phaseTimes.forEach(
        (activity, times) -> copy.put(activity, Collections.unmodifiableMap(new EnumMap<>(times))));
    return copy;
  }

  private Map<Integer, List<CodeProfile>> copyOfCodeProfiles() {
    Map<Integer, List<CodeProfile>> copy = new LinkedHashMap<>();
    codeProfiles.forEach((activity, history) -> copy.put(activity, history.copy()));
    return copy;
  }

  @Override
  public String toString() {
    synchronized (lock) {
      return "Recorder[" + name + ", " + indices.size() + " activities]";
    }
  }
}
