package io.flowgauge.tuning.tunlets;

import io.flowgauge.instrumentation.Change;
import io.flowgauge.tuning.Guard;
import io.flowgauge.tuning.Observation;
import io.flowgauge.tuning.Tunlet;
import io.flowgauge.tuning.Watch;
import java.util.Optional;

/**
 * An Open MPI program with more ranks than processors. A rank that waits for a message polls for it
 * all the time, and so keeps the processor from the rank that it waits for. Open MPI lets it yield
 * if {@code opal_progress_yield_when_idle} is set. {@code mpirun} sets this if it knows that there
 * are too few processors; in a container, next to other jobs or under a resource manager it does
 * not know.
 *
 * <p>The model: if ranks never sleep (running + waiting are more than 80 % of the time), wait for
 * processors for more than a fifth of the time, and spend more than a fifth in MPI, then others
 * wait for the time that they spin away.
 */
public final class SpinningRanks implements Tunlet {
  private static final String CALLS = "libmpi.so*:MPI_*";
  private static final double NEVER_SLEEP = 0.8;
  private static final double MUCH = 0.2;

  /** Creates the tunlet, as {@link java.util.ServiceLoader} does. */
  public SpinningRanks() {}

  @Override
  public String name() {
    return "spinning-ranks";
  }

  @Override
  public String description() {
    return "Lets ranks of Open MPI yield while they wait if there are more ranks than processors.";
  }

  @Override
  public Watch watch() {
    return Watch.of(CALLS).ofWholeProgram();
  }

  @Override
  public Optional<Change> decide(Observation ranks) {
    boolean isSpinning =
        ranks.running() + ranks.waiting() > NEVER_SLEEP
            && ranks.waiting() > MUCH
            && ranks.inside(CALLS) > MUCH;
    return isSpinning
        ? Optional.of(Change.set("libopen-pal.so*:opal_progress_yield_when_idle", 1))
        : Optional.empty();
  }

  @Override
  public Guard guard() {
    return Guard.calls(CALLS);
  }
}
