package io.flowgauge.learning.backtest;

import io.flowgauge.learning.service.Observation;
import io.flowgauge.learning.service.ServiceEstimate;
import io.flowgauge.learning.service.ServiceModel;
import io.flowgauge.learning.service.ServiceQuantiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Predicts Lotaru's activities with full inputs, as its authors do, machine by machine. */
final class LotaruReplay {
  static final String HERE = "full on the same machine, from small; ";
  static final String ELSEWHERE = "full on another machine, from small and benchmarks (A); ";
  static final String THERE = "full on a machine, from small on it (C); ";
  static final String OTHERS = "full on a machine, from small on it and full on others (D); ";
  static final String LEARNED = "learned";

  private static final String LOCAL = "local";
  private static final List<String> TARGETS = List.of("n1", "n2", "c2", "asok01", "asok02");
  private static final List<String> SMALL = List.of("train-1", "train-2");
  private static final String FULL = "test";
  private static final ServiceQuantiles PLAIN = ServiceQuantiles.plain();

  /** Variance of the log of what micro-benchmarks say of a machine. */
  private static final double BENCHMARKED = 0.02;

  private final List<LotaruActivity> activities;
  private final LotaruMachines machines;
  private final Map<String, List<Forecast>> forecasts = new LinkedHashMap<>();

  LotaruReplay(Path folder) {
    machines = new LotaruMachines(folder.resolve("benchmarks"));
    activities = new ArrayList<>(LotaruActivity.read(folder, LOCAL));
    TARGETS.forEach(name -> activities.addAll(LotaruActivity.read(folder, name)));
  }

  Map<String, Score> scores() {
    for (String workflow : activities.stream().map(LotaruActivity::workflow).distinct().toList()) {
      for (String label : SMALL) {
        fromSmall(HERE, new Experiment(workflow, label, LOCAL), LOCAL);
        for (String machine : TARGETS) {
          fromSmall(ELSEWHERE, new Experiment(workflow, label, LOCAL), machine);
          fromSmall(THERE, new Experiment(workflow, label, machine), machine);
        }
      }
      TARGETS.forEach(machine -> fromOthers(new Experiment(workflow, FULL, machine)));
      fromOthers(new Experiment(workflow, FULL, LOCAL));
    }
    Map<String, Score> scores = new LinkedHashMap<>();
    forecasts.forEach((question, all) -> scores.put(question, new Score(all)));
    return scores;
  }

  /** What was run, and where. */
  private record Experiment(String workflow, String label, String machine)
      implements Predicate<LotaruActivity> {
    @Override
    public boolean test(LotaruActivity activity) {
      return activity.workflow().equals(workflow) && activity.isOf(machine, label);
    }
  }

  private List<LotaruActivity> all(Predicate<LotaruActivity> which) {
    return activities.stream().filter(which).toList();
  }

  private void fromSmall(String question, Experiment small, String machine) {
    List<Observation> history = all(small).stream().map(LotaruActivity::plain).toList();
    ServiceModel model = ServiceModel.learn(history);
    TypeTimes times = new TypeTimes(history);
    for (LotaruActivity asked : all(new Experiment(small.workflow(), FULL, machine))) {
      if (model.knows(asked.type())) {
        double factor = small.machine().equals(machine) ? 0 : machines.logFactor(asked, machine);
        ServiceEstimate estimate = moved(model.estimate(asked.plain().work()), factor);
        add(question + LEARNED, Forecast.of(asked.seconds(), estimate, PLAIN));
        add(question + "type median", times.median(asked.plain(), Math.exp(factor)));
      }
    }
  }

  private static ServiceEstimate moved(ServiceEstimate estimate, double factor) {
    return new ServiceEstimate(
        estimate.mean() + factor,
        estimate.ownVariance() + (factor == 0 ? 0 : BENCHMARKED),
        estimate.residualVariance(),
        estimate.runVariance(),
        estimate.runTypeVariance());
  }

  private void fromOthers(Experiment asked) {
    List<Observation> history = all(asked.negate()).stream().map(LotaruActivity::placed).toList();
    ServiceModel model = ServiceModel.learn(history);
    for (LotaruActivity activity : all(asked)) {
      ServiceEstimate estimate = model.estimate(activity.placed().work());
      add(OTHERS + LEARNED, Forecast.of(activity.seconds(), estimate, PLAIN));
    }
  }

  private void add(String question, Forecast forecast) {
    forecasts.computeIfAbsent(question, q -> new ArrayList<>()).add(forecast);
  }
}
