package io.flowgauge.metrics.oracle;

import io.flowgauge.metrics.oracle.PlainRun.Work;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.Processor;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.workflow.ActivityKind;
import io.flowgauge.workflow.Dependency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;

/** Small random runs in which no event is missing and times agree with the dependencies. */
final class RandomRuns {
  /** Unit of all times: with speeds of 1, 2 or 4, ideal times are whole nanoseconds, too. */
  static final long TICK = 4 * 250_000_001L;

  static final long EPOCH = 1_700_000_000L * 1_000_000_000L;
  private static final List<String> SERVICES =
      List.of("scheduling", "resource-brokerage", "performance-prediction", "catalogue");
  private static final List<String> INNER =
      List.of(
          "stage-in",
          "stage-out",
          "communication",
          "synchronization",
          "i/o",
          "compute",
          "think",
          "extract");

  private final Random random;
  private final List<Processor> processors = new ArrayList<>();
  private final List<Work> works = new ArrayList<>();
  private final List<Dependency> dependencies = new ArrayList<>();

  private RandomRuns(Random random) {
    this.random = random;
  }

  /** Returns a run with the given number of activities. */
  static PlainRun of(int activities, long seed) {
    return new RandomRuns(new Random(seed)).run(activities);
  }

  private PlainRun run(int activities) {
    for (int k = random.nextInt(4); k >= 0; k--) {
      processors.add(new Processor("p" + k, 1 << random.nextInt(3), 1 + random.nextInt(3), ""));
    }
    for (int k = 0; k < activities; k++) {
      works.add(work(k));
    }
    List<ServiceInterval> services = services();
    OptionalLong start =
        random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(EPOCH - ticks(5) * TICK);
    return new PlainRun(processors, works, dependencies, services, Optional.empty(), start);
  }

  private long ticks(int bound) {
    return random.nextInt(3) == 0 ? 0 : random.nextInt(bound);
  }

  private Work work(int index) {
    String id = "a" + index;
    long time = EPOCH + ticks(4) * TICK;
    for (Work earlier : works) {
      if (random.nextInt(works.size() + 1) < 2) {
        dependencies.add(new Dependency(earlier.id(), id));
        time = Math.max(time, earlier.at(EventType.COMPLETED));
      }
    }
    String processor = randomProcessor();
    Map<Integer, String> assigned = new TreeMap<>();
    List<ActivityEvent> events = new ArrayList<>();
    int attempts = random.nextInt(4) == 0 ? 2 + random.nextInt(2) : 1;
    for (int attempt = 1; attempt <= attempts; attempt++) {
      assigned.put(attempt, random.nextInt(3) == 0 ? randomProcessor() : processor);
      time = attempt(events, id, attempt, attempt == attempts, time);
    }
    ActivityKind kind = random.nextInt(6) == 0 ? ActivityKind.TRANSFER : ActivityKind.COMPUTE;
    Work work =
        new Work(id, kind, assigned, OptionalLong.empty(), OptionalLong.empty(), events, List.of());
    return measured(work);
  }

  private String randomProcessor() {
    return processors.get(random.nextInt(processors.size())).name();
  }

  private long attempt(
      List<ActivityEvent> events, String id, int attempt, boolean last, long from) {
    long time = from;
    for (EventType type :
        List.of(EventType.STARTED, EventType.SUBMITTED, EventType.PENDING, EventType.ACTIVE)) {
      time += ticks(6) * TICK;
      events.add(new ActivityEvent(id, type, time, attempt));
    }
    time += ticks(10) * TICK;
    // No state has length 0, where rank instead of time would order SUSPENDED and RESUMED.
    for (int k = random.nextInt(5) - 2; k > 0; k--) {
      time += (1 + random.nextInt(3)) * TICK;
      events.add(new ActivityEvent(id, EventType.SUSPENDED, time, attempt));
      time += (1 + random.nextInt(3)) * TICK;
      events.add(new ActivityEvent(id, EventType.RESUMED, time, attempt));
      time += TICK;
    }
    EventType failure = random.nextInt(3) == 0 ? EventType.ABORTED : EventType.FAILED;
    events.add(new ActivityEvent(id, last ? EventType.COMPLETED : failure, time, attempt));
    return time;
  }

  private Work measured(Work work) {
    long active = work.at(EventType.ACTIVE);
    long available = (work.at(EventType.COMPLETED) - active - PlainTimes.suspended(work)) / TICK;
    OptionalLong wallclock =
        random.nextInt(3) == 0
            ? OptionalLong.empty()
            : OptionalLong.of(random.nextInt((int) available + 1) * TICK);
    OptionalLong ideal =
        random.nextInt(3) == 0
            ? OptionalLong.of(random.nextInt((int) available + 3) * TICK)
            : OptionalLong.empty();
    List<Phase> phases = new ArrayList<>();
    phases(phases, INNER, active, work.at(EventType.COMPLETED));
    if (wallclock.isPresent() && random.nextInt(3) == 0) {
      phases.removeIf(phase -> phase.name().equals("compute"));
      long begin =
          active + random.nextInt((int) (available - wallclock.getAsLong() / TICK) + 1) * TICK;
      phases.add(new Phase("compute", begin, begin + wallclock.getAsLong()));
    }
    phases(
        phases,
        List.of("archive", "extract"),
        work.at(EventType.STARTED),
        work.at(EventType.SUBMITTED));
    return new Work(
        work.id(), work.kind(), work.processors(), wallclock, ideal, work.events(), phases);
  }

  /** Adds phases one after another. */
  private void phases(List<Phase> phases, List<String> names, long from, long to) {
    long time = from;
    while (random.nextBoolean() && time < to) {
      long begin = time + ticks(3) * TICK;
      time = begin + (1 + random.nextInt(3)) * TICK;
      if (time <= to) {
        phases.add(new Phase(names.get(random.nextInt(names.size())), begin, time));
      }
    }
  }

  /** Returns services that work one after another. */
  private List<ServiceInterval> services() {
    List<ServiceInterval> services = new ArrayList<>();
    long time = EPOCH - 3 * TICK;
    for (int k = random.nextInt(6); k > 0; k--) {
      long begin = time + ticks(8) * TICK;
      time = begin + (1 + random.nextInt(6)) * TICK;
      services.add(new ServiceInterval(SERVICES.get(random.nextInt(4)), begin, time));
    }
    return services;
  }
}
