package io.flowgauge.model.core;

import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Region;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything recorded of a run, in columns that only grow. The caller validates what it adds, and
 * guards everything except lookups in {@link #indices}.
 */
final class RecorderColumns {
  private static final int FIRST_CAPACITY = 64;

  final IdIndex indices = new IdIndex();
  final EventSequence events = new EventSequence();
  final AttemptTimes attemptTimes = new AttemptTimes();
  final Map<String, Processor> processors = new LinkedHashMap<>();
  final List<ServiceInterval> services = new ArrayList<>();
  final List<Diagnostic> diagnostics = new ArrayList<>();
  final Remarks remarks = new Remarks();
  long start = Columns.ABSENT;
  long end = Columns.ABSENT;
  long makespan = Columns.ABSENT;
  TimeBase timeBase = TimeBase.UTC;

  /** Number of records lost for lack of memory. */
  long lost;

  /** Number of times that a part of the workflow was recorded. */
  private long version;

  /** The most recent copy of the workflow, and its version. */
  private WorkflowColumns lastCopy;

  private long lastVersion;

  private final ActivityColumns activities = new ActivityColumns(indices);
  private int[] from = new int[FIRST_CAPACITY];
  private int[] to = new int[FIRST_CAPACITY];
  private int dependencyCount;
  private Region regions;

  private final PagedColumn wallclocks = new PagedColumn(Columns.ABSENT);
  private final PagedColumn ideals = new PagedColumn(Columns.ABSENT);

  private final IdIndex assignedProcessors = new IdIndex();
  private int[] assignedActivity = new int[FIRST_CAPACITY];
  private int[] assignedAttempt = new int[FIRST_CAPACITY];
  private int[] assignedProcessor = new int[FIRST_CAPACITY];
  private int assignments;

  private final Map<Integer, List<Phase>> phases = new LinkedHashMap<>();
  private final Map<Integer, Map<PhaseType, Duration>> phaseTimes = new LinkedHashMap<>();
  private final Map<Integer, ProfileHistory> codeProfiles = new LinkedHashMap<>();
  private final Map<LoadHistory.Key, LoadHistory> hostLoads = new LinkedHashMap<>();

  /** Creates empty columns. */
  RecorderColumns() {}

  /**
   * Creates empty columns whose workflow has a later version than the one before, so that the two
   * are not confused.
   */
  RecorderColumns(RecorderColumns before) {
    version = before.version + 1;
  }

  /** Returns the index of an id, and adds the id if it is new. */
  int index(String id) {
    int count = indices.size();
    int index = indices.index(id);
    if (index == count) {
      version++;
    }
    return index;
  }

  /** Causes the workflow to be rebuilt, as after a change of its name. */
  void changed() {
    version++;
  }

  void activity(Activity activity) {
    int index = index(activity.id());
    boolean isNew = !activities.isDeclared(index);
    activities.put(index, isNew ? activity : merged(activities.get(index), activity));
    version++;
  }

  /**
   * Returns the first declaration with the attributes of both; an attribute of the later one
   * replaces that of the first.
   */
  private Activity merged(Activity first, Activity again) {
    Activity withoutAttributes = again.withAttributes(Map.of());
    if (!withoutAttributes.equals(first.withAttributes(Map.of()))
        && !withoutAttributes.equals(Activity.of(first.id()))) {
      remarks.warn(
          "declared more than once; type, kind and iteration are those of the first declaration",
          "activity " + first.id());
    }
    if (again.attributes().isEmpty()) {
      return first;
    }
    Map<String, String> attributes = new TreeMap<>(first.attributes());
    attributes.putAll(again.attributes());
    return first.withAttributes(attributes);
  }

  void dependency(String earlier, String later) {
    from = Columns.room(from, dependencyCount);
    to = Columns.room(to, dependencyCount);
    from[dependencyCount] = index(earlier);
    to[dependencyCount] = index(later);
    dependencyCount++;
    version++;
  }

  void regions(Region root) {
    regions = root;
    version++;
  }

  void assign(String activity, int attempt, String processor) {
    assignedActivity = Columns.room(assignedActivity, assignments);
    assignedAttempt = Columns.room(assignedAttempt, assignments);
    assignedProcessor = Columns.room(assignedProcessor, assignments);
    assignedActivity[assignments] = index(activity);
    assignedAttempt[assignments] = attempt;
    assignedProcessor[assignments] = assignedProcessors.index(processor);
    assignments++;
  }

  void wallclock(String activity, long nanos) {
    wallclocks.set(index(activity), nanos);
  }

  void ideal(String activity, long nanos) {
    ideals.set(index(activity), nanos);
  }

  void phase(String activity, Phase phase) {
    phases.computeIfAbsent(index(activity), a -> new ArrayList<>(2)).add(phase);
  }

  void phaseTime(String activity, PhaseType phase, Duration time) {
    phaseTimes
        .computeIfAbsent(index(activity), a -> new EnumMap<>(PhaseType.class))
        .put(phase, time);
  }

  void codeProfile(String activity, CodeProfile profile) {
    codeProfiles.computeIfAbsent(index(activity), a -> new ProfileHistory()).add(profile);
  }

  void hostLoad(HostLoad load) {
    hostLoads.computeIfAbsent(LoadHistory.Key.of(load), LoadHistory::new).add(load);
  }

  /** Copies what is known now. */
  Recorded copy(String name) {
    if (lost > 0) {
      remarks.warn("not recorded: the program was out of memory", "recorder", lost);
      lost = 0;
    }
    return new Recorded(
        workflow(name),
        version,
        events.prefix(),
        copyOfTimes(),
        copyOfResources(),
        new Recorded.StatedSpan(start, end, makespan, timeBase),
        remarks.copy(),
        List.copyOf(diagnostics));
  }

  private WorkflowColumns workflow(String name) {
    if (lastCopy == null || lastVersion != version) {
      ActivityColumns all = activities.copy(indices.size());
      lastCopy = new WorkflowColumns(name, all, from, to, dependencyCount, regions);
      lastVersion = version;
    }
    return lastCopy;
  }

  private Recorded.StatedTimes copyOfTimes() {
    return new Recorded.StatedTimes(
        wallclocks.copy(),
        ideals.copy(),
        copyOfPhases(),
        copyOfPhaseTimes(),
        copyOfCodeProfiles(),
        attemptTimes.prefix());
  }

  private Recorded.Resources copyOfResources() {
    return new Recorded.Resources(
        List.copyOf(processors.values()),
        new Recorded.Assignments(
            assignedActivity,
            assignedAttempt,
            assignedProcessor,
            assignments,
            assignedProcessors,
            assignedProcessors.size()),
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
}
