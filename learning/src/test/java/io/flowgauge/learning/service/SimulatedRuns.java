package io.flowgauge.learning.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Runs drawn from the model: sizes, runs, types within runs and residuals all matter. */
final class SimulatedRuns {
  static final int TYPES = 4;

  private final Random random;
  private final double[] typical;

  SimulatedRuns(long seed) {
    random = new Random(seed);
    typical = random.doubles(TYPES, 3, 7).toArray();
  }

  /** Returns the median log time of a type for a size, without the deviations of runs. */
  double truth(int type, double bytes) {
    return typical[type] + Math.log(bytes / 1e6);
  }

  List<Observation> runs(int count, int activities) {
    List<Observation> all = new ArrayList<>();
    for (int run = 0; run < count; run++) {
      all.addAll(run("run" + run, activities));
    }
    return all;
  }

  /** Simulates a run with the given number of activities of each type. */
  List<Observation> run(String name, int activities) {
    double ofRun = 0.1 * random.nextGaussian();
    List<Observation> run = new ArrayList<>();
    for (int type = 0; type < TYPES; type++) {
      double ofType = ofRun + 0.1 * random.nextGaussian();
      for (int k = 0; k < activities; k++) {
        double bytes = Math.exp(14 + 2 * random.nextDouble());
        double time = Math.exp(truth(type, bytes) + ofType + 0.1 * student());
        run.add(new Observation(work(type, name, bytes), time));
      }
    }
    return run;
  }

  /** Draws from Student's law of 4 degrees of freedom. */
  private double student() {
    double squares = 0;
    for (int k = 0; k < 4; k++) {
      double normal = random.nextGaussian();
      squares += normal * normal;
    }
    return random.nextGaussian() / Math.sqrt(squares / 4);
  }

  static Work work(int type, String run, double bytes) {
    Optional<String> none = Optional.empty();
    return new Work(
        "type" + type, none, none, none, run, new InputSize(bytes, bytes + 1e7, Double.NaN));
  }

  /** Returns the work with all names mapped. */
  static Work renamed(Work work, UnaryOperator<String> name) {
    return new Work(
        name.apply(work.type()),
        work.identity().map(name),
        work.sample().map(name),
        work.machine().map(name),
        name.apply(work.run()),
        work.input());
  }
}
