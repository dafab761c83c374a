package io.flowgauge.tuning.tunlets;

import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.tuning.Guard;
import io.flowgauge.tuning.Observation;
import io.flowgauge.tuning.Tunlet;
import io.flowgauge.tuning.Watch;
import java.util.Optional;

/**
 * A pool of Java threads that is too small for how long its tasks wait. With C seconds of computing
 * and W of waiting in each task, N processors are busy with N · (1 + W / C) threads (Goetz et al.,
 * <i>Java Concurrency in Practice</i>, 8.2). Seen from outside, with B threads in tasks and R of
 * them running, that is N · B / R.
 *
 * <p>The model: tasks wait for more than half of their time, less than 70 % of the processors are
 * busy, and the pool would have to be more than half as large again. First the maximum number of
 * threads of pools is raised, then they get the new number of threads that they keep. The maximum
 * stays raised, since what it was is not known, and a pool with too low a one rejects tasks. For
 * the same reason, a program is left alone where tasks are handed to threads through a {@code
 * SynchronousQueue}, as in cached pools: these have as many threads as they need.
 */
public final class BlockedPool implements Tunlet {
  private static final String TASKS = "java.util.concurrent.FutureTask:run";
  private static final String POOL = "java.util.concurrent.ThreadPoolExecutor:";
  private static final String HANDED_OVER = "java.util.concurrent.SynchronousQueue:offer";
  private static final double BUSY = 0.7;
  private static final double WAITS = 0.5;
  private static final double LARGER = 1.5;
  private static final double LEAST_RUNNING = 0.01;
  private static final int MOST_THREADS = 256;

  /** Creates the tunlet, as {@link java.util.ServiceLoader} does. */
  public BlockedPool() {}

  @Override
  public String name() {
    return "blocked-pool";
  }

  @Override
  public String description() {
    return "Gives pools of Java threads as many threads as they need while tasks wait.";
  }

  @Override
  public Watch watch() {
    return Watch.ofJava(TASKS, HANDED_OVER);
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
            && wanted > LARGER * threads
            && seen.calls(RegionPattern.parse(HANDED_OVER)) == 0;
    return isBlocked ? nextChange(seen.kept().size(), wanted, threads) : Optional.empty();
  }

  private static Optional<Change> nextChange(int kept, int wanted, int threads) {
    return switch (kept) {
      case 0 -> Optional.of(Change.call(POOL + "setMaximumPoolSize", MOST_THREADS, MOST_THREADS));
      case 1 -> Optional.of(Change.call(POOL + "setCorePoolSize", wanted, threads));
      default -> Optional.empty();
    };
  }

  @Override
  public Guard guard() {
    return Guard.calls(TASKS);
  }
}
