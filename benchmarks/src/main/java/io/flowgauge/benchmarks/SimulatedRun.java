package io.flowgauge.benchmarks;

import io.flowgauge.run.EventType;
import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * A plausible run of a generated workflow: 64 processors of 16 slots take ready activities first
 * come, first served. Each attempt leaves five events; one activity in fifty fails once and is
 * submitted again. Events come in order of time, as from an engine, so that those of an activity
 * lie apart.
 */
final class SimulatedRun {
  static final int PROCESSORS = 64;
  static final int SLOTS = 16;
  static final int TYPES = 8;

  private static final int MOST_ATTEMPTS = 2;

  private static final long SEED = 2008;
  private static final double RETRIES = 0.02;
  private static final long NANOS_PER_MICRO = 1_000;
  private static final EventType[] ORDER = {
    EventType.STARTED, EventType.SUBMITTED, EventType.PENDING, EventType.ACTIVE
  };

  private final Topology topology;
  private final SplittableRandom random = new SplittableRandom(SEED);
  private final EventKeys events;

  /** Processor of the first attempt, and of the second or -1. */
  private final byte[][] processors;

  private final int[] wallclockMicros;
  private final PriorityQueue<Slot> free = new PriorityQueue<>();

  /** A slot of a processor, ordered by the time at which it becomes free. */
  private record Slot(long freeMicros, int processor) implements Comparable<Slot> {
    @Override
    public int compareTo(Slot other) {
      return freeMicros != other.freeMicros
          ? Long.compare(freeMicros, other.freeMicros)
          : Integer.compare(processor, other.processor);
    }
  }

  /** An activity whose predecessors have completed. */
  private record Ready(long micros, int activity) implements Comparable<Ready> {
    @Override
    public int compareTo(Ready other) {
      return micros != other.micros
          ? Long.compare(micros, other.micros)
          : Integer.compare(activity, other.activity);
    }
  }

  private SimulatedRun(Topology topology) {
    this.topology = topology;
    this.events = new EventKeys(topology.activities());
    this.processors = new byte[MOST_ATTEMPTS][topology.activities()];
    Arrays.fill(processors[1], (byte) -1);
    this.wallclockMicros = new int[topology.activities()];
    for (int slot = 0; slot < PROCESSORS * SLOTS; slot++) {
      free.add(new Slot(0, slot % PROCESSORS));
    }
  }

  /** Simulates a run; the result depends only on the arguments. */
  static SimulatedRun of(Shape shape, int activities) {
    SimulatedRun run = new SimulatedRun(Topology.of(shape, activities));
    run.simulate();
    run.events.sort();
    return run;
  }

  private void simulate() {
    int activities = topology.activities();
    int[] offsets = new int[activities + 1];
    int[] missing = new int[activities];
    int[] successors = successors(offsets, missing);
    long[] readyAt = new long[activities];
    PriorityQueue<Ready> ready = new PriorityQueue<>();
    for (int a = 0; a < activities; a++) {
      if (missing[a] == 0) {
        ready.add(new Ready(0, a));
      }
    }
    while (!ready.isEmpty()) {
      Ready next = ready.remove();
      long completed = run(next.activity(), next.micros());
      for (int k = offsets[next.activity()]; k < offsets[next.activity() + 1]; k++) {
        int successor = successors[k];
        readyAt[successor] = Math.max(readyAt[successor], completed);
        if (--missing[successor] == 0) {
          ready.add(new Ready(readyAt[successor], successor));
        }
      }
    }
  }

  private int[] successors(int[] offsets, int[] missing) {
    for (int d = 0; d < topology.dependencies(); d++) {
      offsets[topology.from(d) + 1]++;
      missing[topology.to(d)]++;
    }
    for (int a = 0; a + 1 < offsets.length; a++) {
      offsets[a + 1] += offsets[a];
    }
    int[] next = Arrays.copyOf(offsets, offsets.length);
    int[] successors = new int[topology.dependencies()];
    for (int d = 0; d < successors.length; d++) {
      successors[next[topology.from(d)]++] = topology.to(d);
    }
    return successors;
  }

  /** Runs an activity, twice if it fails, and returns when it completed. */
  private long run(int activity, long readyMicros) {
    if (random.nextDouble() < RETRIES) {
      return attempt(activity, 2, attempt(activity, 1, readyMicros, false), true);
    }
    return attempt(activity, 1, readyMicros, true);
  }

  private long attempt(int activity, int attempt, long readyMicros, boolean succeeds) {
    Slot slot = free.remove();
    long started = readyMicros + 100 + random.nextInt(50_000);
    long submitted = started + 100 + random.nextInt(20_000);
    long pending = submitted + 100 + random.nextInt(200_000);
    long active = Math.max(slot.freeMicros(), pending + 100 + random.nextInt(100_000));
    int own = 1_000_000 + random.nextInt(60_000_000);
    long ended = active + own + 100 + random.nextInt(500_000);
    free.add(new Slot(ended, slot.processor()));
    long[] times = {started, submitted, pending, active};
    for (int k = 0; k < times.length; k++) {
      events.add(times[k], activity, ORDER[k], attempt);
    }
    events.add(ended, activity, succeeds ? EventType.COMPLETED : EventType.FAILED, attempt);
    processors[attempt - 1][activity] = (byte) slot.processor();
    wallclockMicros[activity] = own;
    return ended;
  }

  /** Passes on the events that a log of the run would contain, in order of time. */
  void replay(EventSink sink) {
    events.forEach(sink);
  }

  int activities() {
    return topology.activities();
  }

  Topology topology() {
    return topology;
  }

  int attempts(int activity) {
    return processors[1][activity] < 0 ? 1 : MOST_ATTEMPTS;
  }

  /** Processor of an attempt, which is counted from 1. */
  int processor(int activity, int attempt) {
    return processors[attempt - 1][activity];
  }

  long wallclockNanos(int activity) {
    return wallclockMicros[activity] * NANOS_PER_MICRO;
  }

  static String id(int activity) {
    return "activity-" + activity;
  }

  static String type(int activity) {
    return "type-" + activity % TYPES;
  }

  static String processorName(int processor) {
    return "node-" + processor;
  }

  /** Half of the processors are slower. */
  static double speed(int processor) {
    return processor % 2 == 0 ? 1 : 0.8;
  }

  /** Receives events in order of time. */
  interface EventSink {
    void event(int activity, EventType type, long nanos, int attempt);
  }
}
