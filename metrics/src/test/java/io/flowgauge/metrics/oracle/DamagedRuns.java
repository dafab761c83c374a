package io.flowgauge.metrics.oracle;

import io.flowgauge.metrics.oracle.PlainRun.Work;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.ServiceInterval;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;

/** Random runs as real sources record them: events lost, repeated, reordered and mis-timed. */
public final class DamagedRuns {
  private static final long TICK = RandomRuns.TICK;
  private static final List<String> PHASES =
      List.of("stage-in", "stage-out", "archive", "communication", "i/o", "compute", "think");
  private static final List<String> SERVICES =
      List.of("scheduling", "resource-brokerage", "performance-prediction", "catalogue");

  private final Random random;
  private final double loss;
  private final boolean skewed;

  private DamagedRuns(Random random) {
    this.random = random;
    this.loss = List.of(0.0, 0.1, 0.4, 1.0).get(random.nextInt(4));
    this.skewed = random.nextInt(3) == 0;
  }

  /**
   * Returns a random damaged run.
   *
   * @param activities number of activities
   * @param seed equal seeds give equal runs
   * @return the run as plain lists
   */
  public static PlainRun of(int activities, long seed) {
    Random random = new Random(seed);
    return new DamagedRuns(random).damage(RandomRuns.of(activities, random.nextLong()));
  }

  /** Returns a random damaged run of sections: see {@link RandomSections}. */
  static PlainRun ofSections(int parts, long seed) {
    Random random = new Random(seed);
    return new DamagedRuns(random).damage(RandomSections.of(parts, random.nextLong()));
  }

  /**
   * Returns a run in which events of last attempts are missing in the ways {@code ActivityTimes}
   * describes.
   */
  static PlainRun withGaps(int activities, long seed) {
    Random random = new Random(seed);
    return RandomRuns.of(activities, random.nextLong()).mapWorks(work -> gaps(work, random));
  }

  private static Work gaps(Work work, Random random) {
    List<ActivityEvent> left = new ArrayList<>();
    boolean inactive = random.nextInt(4) == 0;
    for (ActivityEvent e : work.events()) {
      boolean last = e.attempt() == work.lastAttempt();
      boolean optional = e.type() == EventType.SUBMITTED || e.type() == EventType.PENDING;
      boolean running =
          e.type() == EventType.ACTIVE
              || e.type() == EventType.SUSPENDED
              || e.type() == EventType.RESUMED;
      boolean lost = (optional && random.nextInt(3) == 0) || (running && inactive);
      if (!(last && lost)) {
        left.add(e);
      }
    }
    return work.withEvents(left);
  }

  private PlainRun damage(PlainRun plain) {
    PlainRun damaged = plain.mapWorks(this::damage);
    if (random.nextInt(3) == 0) {
      damaged = damaged.withServices(services());
    }
    int keep = random.nextInt(3);
    return keep > 0 ? damaged : damaged.withProcessors(List.of());
  }

  private Work damage(Work work) {
    List<ActivityEvent> events = new ArrayList<>();
    boolean silent = random.nextInt(8) == 0;
    long skew = skewed ? (random.nextInt(21) - 10) * TICK : 0;
    for (ActivityEvent e : work.events()) {
      boolean lost = silent || random.nextDouble() < loss;
      boolean remote = e.type() == EventType.PENDING || e.type() == EventType.ACTIVE;
      long time = e.epochNanos() + (remote ? skew : 0) + (skewed ? 4 * random.nextInt(7) : 0);
      if (!lost) {
        events.add(new ActivityEvent(e.activity(), e.type(), time, e.attempt()));
      }
    }
    Work damaged = work.withEvents(events).withPhases(phases(work));
    if (random.nextInt(4) == 0) {
      damaged = damaged.withWallclock(OptionalLong.of(random.nextInt(60) * TICK));
    }
    return switch (random.nextInt(6)) {
      case 0 -> damaged.withProcessors(Map.of());
      case 1 -> damaged.withProcessors(new TreeMap<>(Map.of(1, "p0", 2, "elsewhere")));
      default -> damaged;
    };
  }

  private List<Phase> phases(Work work) {
    List<Phase> phases = new ArrayList<>(work.phases());
    for (int k = random.nextInt(5) - 1; k > 0; k--) {
      long begin = work.events().get(0).epochNanos() + (random.nextInt(30) - 5) * TICK;
      long end = begin + random.nextInt(20) * TICK;
      phases.add(new Phase(PHASES.get(random.nextInt(PHASES.size())), begin, end));
    }
    return phases;
  }

  private List<ServiceInterval> services() {
    List<ServiceInterval> services = new ArrayList<>();
    for (int k = random.nextInt(8); k > 0; k--) {
      long begin = RandomRuns.EPOCH + (random.nextInt(60) - 10) * TICK;
      long end = begin + random.nextInt(30) * TICK;
      services.add(new ServiceInterval(SERVICES.get(random.nextInt(4)), begin, end));
    }
    return services;
  }

  /** Returns the events in another order, some of them twice. */
  static List<ActivityEvent> shuffled(List<ActivityEvent> events, long seed) {
    Random random = new Random(seed);
    List<ActivityEvent> more = new ArrayList<>(events);
    for (ActivityEvent e : events) {
      if (random.nextInt(4) == 0) {
        more.add(e);
      }
    }
    Collections.shuffle(more, random);
    return more;
  }
}
