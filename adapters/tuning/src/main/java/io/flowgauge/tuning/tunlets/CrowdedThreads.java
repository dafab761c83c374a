package io.flowgauge.tuning.tunlets;

import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.Change.Argument;
import io.flowgauge.instrumentation.Change.Condition;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.tuning.Guard;
import io.flowgauge.tuning.Observation;
import io.flowgauge.tuning.ObservedProcess;
import io.flowgauge.tuning.ObservedProcess.RegionRate;
import io.flowgauge.tuning.Tunlet;
import io.flowgauge.tuning.Watch;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * An OpenMP program (gcc's libgomp) with more threads than processors. At the end of each parallel
 * region, all threads wait for the last one, which may have no processor; if regions are short,
 * they do little else. Later regions get as many threads as there are processors: the number is an
 * argument of {@code GOMP_parallel} and similar functions, 0 if the program leaves it open. Regions
 * for which the program demands a number keep it, since one that asks for a single thread may not
 * be ready for more; for the same reason, a program that keeps setting the number is left alone.
 *
 * <p>The model: a process with more threads than processors computes for more than half of the
 * time, and begins more than ten parallel regions per second.
 */
public final class CrowdedThreads implements Tunlet {
  private static final String REGIONS = "libgomp.so*:GOMP_parallel*";
  private static final String SETS_NUMBER = "libgomp.so*:omp_set_num_threads*";
  private static final int THREADS = 2;
  private static final long LEFT_OPEN = 0;
  private static final double BUSY = 0.5;
  private static final double OFTEN = 10;

  /** Creates the tunlet, as {@link java.util.ServiceLoader} does. */
  public CrowdedThreads() {}

  @Override
  public String name() {
    return "crowded-threads";
  }

  @Override
  public String description() {
    return "Gives parallel regions of OpenMP no more threads than there are processors.";
  }

  @Override
  public Watch watch() {
    return Watch.of(REGIONS, SETS_NUMBER);
  }

  @Override
  public Optional<Change> decide(Observation seen) {
    ObservedProcess process = seen.processes().get(0);
    Optional<RegionRate> region =
        process.regions().stream()
            .filter(each -> RegionPattern.parse(REGIONS).matches(each.region()))
            .max(Comparator.comparingDouble(RegionRate::calls));
    boolean isCrowded =
        process.threads() > seen.processors()
            && process.running() > BUSY
            && process.calls(RegionPattern.parse(SETS_NUMBER)) == 0
            && region.filter(r -> r.calls() > OFTEN).isPresent();
    return isCrowded
        ? Optional.of(
            new Change.RewriteArgument(
                RegionPattern.of(region.get().region()),
                Argument.at(THREADS),
                seen.processors(),
                List.of(new Condition(Argument.at(THREADS), LEFT_OPEN))))
        : Optional.empty();
  }

  @Override
  public Guard guard() {
    return Guard.calls(REGIONS);
  }
}
