package io.flowgauge.benchmarks;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Claim: a recorder takes in two million events a second and more on one thread.
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar IntakeBenchmark -prof gc
 * }</pre>
 *
 * <p>One operation is one event; an invocation records {@value #EVENTS}, five for each of the
 * thread's activities in turn, all first events before all second ones. {@code recorder} and {@code
 * baseline}, a concurrent map from id to a list of events, begin empty every time, so ids are new
 * with the first events. With two threads, both record into one recorder, each its own activities.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10)
@Measurement(iterations = 20)
@Fork(value = 3, jvmArgs = "-Xmx2g")
public class IntakeBenchmark {
  static final int EVENTS = 1_000_000;
  private static final EventType[] ORDER = {
    EventType.STARTED, EventType.SUBMITTED, EventType.PENDING, EventType.ACTIVE, EventType.COMPLETED
  };
  private static final int ACTIVITIES = EVENTS / ORDER.length;

  /** Called by JMH. */
  public IntakeBenchmark() {}

  /** The recorders, new for every invocation. */
  @State(Scope.Benchmark)
  public static class Recorders {
    RunRecorder fresh;
    ConcurrentHashMap<String, List<ActivityEvent>> map;

    /** Called by JMH. */
    public Recorders() {}

    /** Creates empty ones. */
    @Setup(Level.Iteration)
    public void empty() {
      fresh = Flowgauge.recorder("intake");
      map = new ConcurrentHashMap<>();
    }
  }

  /** The ids of a thread's activities. */
  @State(Scope.Thread)
  public static class Ids {
    private static final AtomicInteger THREADS = new AtomicInteger();

    final String[] ids = new String[ACTIVITIES];

    /** Makes the ids. */
    public Ids() {
      int thread = THREADS.getAndIncrement();
      for (int k = 0; k < ids.length; k++) {
        ids[k] = "thread-" + thread + "-activity-" + k;
      }
    }
  }

  /**
   * Records into an empty recorder.
   *
   * @param recorders holds the recorder
   * @param ids the activities whose events to record
   * @return the recorder
   */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public RunRecorder recorder(Recorders recorders, Ids ids) {
    return record(recorders.fresh, ids);
  }

  /**
   * Records into an empty recorder from two threads.
   *
   * @param recorders holds the recorder
   * @param ids the activities whose events to record
   * @return the recorder
   */
  @Benchmark
  @Threads(2)
  @OperationsPerInvocation(EVENTS)
  public RunRecorder recorderOfTwoThreads(Recorders recorders, Ids ids) {
    return record(recorders.fresh, ids);
  }

  private static RunRecorder record(RunRecorder recorder, Ids ids) {
    for (int e = 0; e < ORDER.length; e++) {
      for (int k = 0; k < ACTIVITIES; k++) {
        recorder.record(ids.ids[k], ORDER[e], time(e, k), 1);
      }
    }
    return recorder;
  }

  private static long time(int event, int activity) {
    return (long) event * ACTIVITIES + activity;
  }

  /**
   * Records into an empty map.
   *
   * @param recorders holds the map
   * @param ids the activities whose events to record
   * @return the map
   */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public Object baseline(Recorders recorders, Ids ids) {
    return record(recorders.map, ids);
  }

  /**
   * Records into an empty map from two threads.
   *
   * @param recorders holds the map
   * @param ids the activities whose events to record
   * @return the map
   */
  @Benchmark
  @Threads(2)
  @OperationsPerInvocation(EVENTS)
  public Object baselineOfTwoThreads(Recorders recorders, Ids ids) {
    return record(recorders.map, ids);
  }

  private static Object record(ConcurrentHashMap<String, List<ActivityEvent>> map, Ids ids) {
    for (int e = 0; e < ORDER.length; e++) {
      for (int k = 0; k < ACTIVITIES; k++) {
        ActivityEvent event = new ActivityEvent(ids.ids[k], ORDER[e], time(e, k), 1);
        map.compute(ids.ids[k], (id, events) -> with(events, event));
      }
    }
    return map;
  }

  /** Appends an event to the list of its activity. The map holds its lock meanwhile. */
  private static List<ActivityEvent> with(List<ActivityEvent> events, ActivityEvent event) {
    List<ActivityEvent> all = events == null ? new ArrayList<>() : events;
    all.add(event);
    return all;
  }
}
