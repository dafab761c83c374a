package io.flowgauge.probabilistic.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.prediction.Range;
import io.flowgauge.prediction.RunningNetwork;
import io.flowgauge.workflow.Workflow;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Forecasts of random runs against repeated draws of everything that is not yet known. */
class RunningPropertiesTest {
  private static final List<Law> LAWS =
      List.of(
          Law.exponential(1),
          Law.lognormal(1, 0.7),
          Law.uniform(0.5, 2),
          Law.gamma(3, 0.4),
          Law.empirical(0.3, 0.9, 1, 1.7, 2.5));

  private static final int SAMPLES = 20_000;

  /** Tolerance in combined standard errors of forecast and sample. */
  private static final double STANDARD_ERRORS = 5;

  /** Half-width of a confidence interval in standard errors, by Student's law. */
  private static final double STUDENT = 2.13;

  private final double[] start = new double[8];
  private final double[] end = new double[8];

  /** A random workflow, its laws, and a run of it. */
  private final class Drawn {
    final Random random;
    final int nodes;
    final Workflow workflow;
    final Law[] laws;

    Drawn(int nodes, long seed) {
      this.nodes = nodes;
      random = new Random(seed);
      laws = new Law[nodes];
      WorkflowBuilder builder = Flowgauge.workflow("random");
      for (int v = 0; v < nodes; v++) {
        builder.activities("a" + v);
        laws[v] = LAWS.get(random.nextInt(LAWS.size())).scaledBy(1 + random.nextInt(5));
      }
      for (int v = 0; v < nodes; v++) {
        for (int to = v + 1; to < nodes; to++) {
          if (random.nextInt(3) == 0) {
            builder.dependency("a" + v, "a" + to);
          }
        }
      }
      workflow = builder.build();
    }

    double draw(int v) {
      return laws[v].quantile(Math.nextUp(random.nextDouble()));
    }

    double startOf(int v) {
      return workflow.predecessors(v).stream().mapToDouble(u -> end[u]).max().orElse(0);
    }

    void runAll() {
      for (int v = 0; v < nodes; v++) {
        start[v] = startOf(v);
        end[v] = start[v] + draw(v);
      }
    }

    RunningNetwork follow(double now) {
      NetworkPrediction prediction = Flowgauge.predict(workflow);
      for (int v = 0; v < nodes; v++) {
        prediction = prediction.latency("a" + v, laws[v]);
      }
      RunningNetwork run = prediction.start();
      for (int v = 0; v < nodes; v++) {
        if (end[v] <= now) {
          run.finished("a" + v, end[v]);
        }
      }
      return run;
    }

    /** Draws the remaining time: what ended before now is kept, all else must end later. */
    double[] remaining(double now) {
      boolean[] finished = new boolean[nodes];
      for (int v = 0; v < nodes; v++) {
        finished[v] = end[v] <= now;
      }
      double[] remaining = new double[SAMPLES];
      for (int k = 0; k < SAMPLES; k++) {
        for (int v = 0; v < nodes; v++) {
          while (!finished[v]) {
            end[v] = startOf(v) + draw(v);
            if (end[v] > now) {
              break;
            }
          }
          remaining[k] = Math.max(remaining[k], end[v] - now);
        }
      }
      return remaining;
    }
  }

  @Property(tries = 25)
  void remaining_randomRuns_isWhatRejectionFinds(
      @ForAll @IntRange(min = 1, max = 8) int nodes, @ForAll long seed) {
    Drawn drawn = new Drawn(nodes, seed);
    drawn.runAll();
    double makespan = Arrays.stream(end, 0, nodes).max().orElseThrow();
    double now = makespan * (0.1 + 0.8 * drawn.random.nextDouble());
    Forecast found = drawn.follow(now).remaining(now);
    double[] expected = drawn.remaining(now);
    double mean = Arrays.stream(expected).average().orElseThrow();
    double variance = Arrays.stream(expected).map(x -> (x - mean) * (x - mean)).sum() / SAMPLES;
    near(found.error().mean(), mean, Math.sqrt(variance / SAMPLES));
    double deadline = mean * (1 + 1e-6);
    double within = Arrays.stream(expected).filter(x -> x <= deadline).count() / (double) SAMPLES;
    assertThat(found.probabilityWithin(mean)).isCloseTo(within, within(0.08));
  }

  private static void near(Range found, double expected, double error) {
    double middle = (found.lower() + found.upper()) / 2;
    double own = (found.upper() - middle) / STUDENT;
    assertThat(middle)
        .isCloseTo(
            expected, within(STANDARD_ERRORS * Math.hypot(own, error) + 1e-3 * expected + 1e-9));
  }
}
