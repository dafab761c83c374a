package io.flowgauge.tuning.tunlets;

import io.flowgauge.instrumentation.Change;
import io.flowgauge.tuning.Guard;
import io.flowgauge.tuning.Observation;
import io.flowgauge.tuning.Tunlet;
import io.flowgauge.tuning.Watch;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A pool of Java threads that is too small for how long its tasks wait. With C seconds of computing
 * and W of waiting in each task, N processors are busy with N · (1 + W / C) threads (Goetz et al.,
 * <i>Java Concurrency in Practice</i>, 8.2). Seen from outside, with B threads in tasks and R of
 * them running, that is N · B / R.
 *
 * <p>The model: tasks wait for half of their time or more, less than 70 % of the processors are
 * busy, and the pool would have to be at least half as large again. Pools get the new size: first
 * their maximum number of threads, then the number that they keep.
 */
public final class BlockedPool implements Tunlet {
  private static final String TASKS = "java.util.concurrent.FutureTask:run";
  private static final String POOL = "java.util.concurrent.ThreadPoolExecutor:";
  private static final double BUSY = 0.7;
  private static final double WAITS = 0.5;
  private static final double LARGER = 1.5;
  private static final double LEAST_RUNNING = 0.01;
  private static final int MOST_THREADS = 256;

  /** A tunlet for {@link java.util.ServiceLoader}. */
  public BlockedPool() {}

  @Override
  public String name() {
    return "blocked-pool";
  }

  @Override
  public String description() {
    return "Gives pools of Java threads as many as their tasks' waits call for.";
  }

  @Override
  public Watch watch() {
    return Watch.ofJava(TASKS);
  }

  @Override
  public Optional<Change> decide(Observation seen) {
    double inTasks = seen.inside(TASKS);
    double running = Math.max(LEAST_RUNNING, seen.running());
    int threads = (int) Math.round(inTasks);
    int wanted = (int) Math.min(MOST_THREADS, Math.ceil(seen.processors() * inTasks / running));
    boolean isBlocked =
        running < BUSY * seen.processors()
            && inTasks - running > WAITS * inTasks
            && threads > 0
            && wanted > LARGER * threads;
    if (seen.kept().size() == 1) {
      return seen.kept().stream().flatMap(most -> core(most, threads)).findFirst();
    }
    return isBlocked && seen.kept().isEmpty()
        ? Optional.of(Change.call(POOL + "setMaximumPoolSize", wanted, threads))
        : Optional.empty();
  }

  /** To follow the change of the most threads. */
  private static Stream<Change> core(Change most, int threads) {
    return most instanceof Change.CallFunction call
        ? Stream.of(Change.call(POOL + "setCorePoolSize", call.arguments().get(0), threads))
        : Stream.empty();
  }

  @Override
  public Guard guard() {
    return Guard.calls(TASKS);
  }
}
