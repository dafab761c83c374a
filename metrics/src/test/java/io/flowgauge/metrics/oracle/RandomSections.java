package io.flowgauge.metrics.oracle;

import io.flowgauge.metrics.oracle.PlainRun.Work;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.Processor;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.workflow.ActivityKind;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;

/**
 * Random runs of a declared region tree on one-slot processors: a sequence of activities, sections
 * of activities, sections of short sequences, and replicas.
 */
final class RandomSections {
  private static final long TICK = RandomRuns.TICK;

  private final Random random;
  private final long[] free;
  private final List<Processor> processors = new ArrayList<>();
  private final List<Work> works = new ArrayList<>();
  private final List<Dependency> dependencies = new ArrayList<>();
  private List<String> before = List.of();
  private long time = RandomRuns.EPOCH;

  private RandomSections(Random random) {
    this.random = random;
    for (int k = random.nextInt(4); k >= 0; k--) {
      processors.add(new Processor("p" + k, 1 << random.nextInt(3), 1, ""));
    }
    this.free = new long[processors.size()];
    Arrays.fill(free, Long.MIN_VALUE);
  }

  static PlainRun of(int parts, long seed) {
    return new RandomSections(new Random(seed)).run(parts);
  }

  private PlainRun run(int parts) {
    List<Region> members = new ArrayList<>();
    for (int k = 0; k < parts; k++) {
      members.add(part());
    }
    List<ServiceInterval> services = new ArrayList<>();
    long begin = RandomRuns.EPOCH - 2 * TICK;
    while (random.nextInt(4) > 0) {
      long end = begin + (1 + random.nextInt(9)) * TICK;
      services.add(new ServiceInterval(random.nextBoolean() ? "scheduling" : "other", begin, end));
      begin = end + random.nextInt(20) * TICK;
    }
    return new PlainRun(
        processors,
        works,
        dependencies,
        services,
        Optional.of(Region.sequence(members.toArray())),
        OptionalLong.of(RandomRuns.EPOCH - 3 * TICK));
  }

  private Region part() {
    int kind = random.nextInt(4);
    int width = kind == 0 ? 1 : 1 + random.nextInt(random.nextInt(3) == 0 ? 12 : 5);
    boolean transfers = kind == 1 && random.nextInt(3) == 0;
    List<Region> members = new ArrayList<>();
    List<String> ends = new ArrayList<>();
    for (int k = 0; k < width; k++) {
      members.add(member(kind, transfers, ends));
    }
    before = ends;
    time = works.stream().mapToLong(w -> w.at(EventType.COMPLETED)).max().orElseThrow();
    if (kind == 0) {
      return members.get(0);
    }
    return kind == 3 ? Region.replicas(members.toArray()) : Region.parallel(members.toArray());
  }

  private Region member(int kind, boolean transfers, List<String> ends) {
    int processor = random.nextInt(processors.size());
    int length = kind == 2 ? 1 + random.nextInt(3) : 1;
    List<String> ids = new ArrayList<>();
    long from = time;
    for (int k = 0; k < length; k++) {
      boolean transfer = transfers || (kind == 2 && k == 0 && length > 1 && random.nextBoolean());
      Work work = work(transfer, processor, from);
      List<String> predecessors = k == 0 ? before : List.of(ids.get(k - 1));
      predecessors.forEach(p -> dependencies.add(new Dependency(p, work.id())));
      ids.add(work.id());
      from = work.at(EventType.COMPLETED);
    }
    ends.add(ids.get(length - 1));
    return length == 1 ? Region.activity(ids.get(0)) : Region.sequence(ids.toArray());
  }

  private long ticks(int bound) {
    return random.nextInt(bound) * TICK;
  }

  private Work work(boolean transfer, int processor, long from) {
    String id = "a" + works.size();
    List<ActivityEvent> events = new ArrayList<>();
    int attempts = random.nextInt(5) == 0 ? 2 : 1;
    long now = from;
    for (int attempt = 1; attempt <= attempts; attempt++) {
      for (EventType type : List.of(EventType.STARTED, EventType.SUBMITTED, EventType.PENDING)) {
        now += ticks(4);
        events.add(new ActivityEvent(id, type, now, attempt));
      }
      now = Math.max(now, free[processor]) + ticks(3);
      events.add(new ActivityEvent(id, EventType.ACTIVE, now, attempt));
      now += TICK + ticks(20);
      EventType end = attempt == attempts ? EventType.COMPLETED : EventType.FAILED;
      events.add(new ActivityEvent(id, end, now, attempt));
      free[processor] = now;
    }
    long active = events.get(events.size() - 2).epochNanos();
    long wallclock = TICK + random.nextInt((int) ((now - active) / TICK)) * TICK;
    List<Phase> phases = new ArrayList<>();
    if (random.nextInt(3) == 0) {
      phases.add(new Phase("stage-in", active, active + wallclock / 2));
      if (random.nextBoolean()) {
        phases.add(new Phase("compute", now - wallclock, now));
      }
    }
    Map<Integer, String> assigned = new TreeMap<>();
    for (int attempt = 1; attempt <= attempts; attempt++) {
      assigned.put(attempt, processors.get(processor).name());
    }
    Work work =
        new Work(
            id,
            transfer ? ActivityKind.TRANSFER : ActivityKind.COMPUTE,
            assigned,
            OptionalLong.of(wallclock),
            OptionalLong.empty(),
            events,
            transfer ? List.of() : phases);
    works.add(work);
    return work;
  }
}
