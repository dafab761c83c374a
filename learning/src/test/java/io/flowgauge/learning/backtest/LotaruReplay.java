package io.flowgauge.learning.backtest;

import static java.util.stream.Collectors.groupingBy;

import io.flowgauge.history.BacktestResult;
import io.flowgauge.learning.service.ServiceEstimate;
import io.flowgauge.learning.service.ServiceModel;
import io.flowgauge.learning.service.ServiceQuantiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Predicts Lotaru's activities with full inputs, as its authors do, machine by machine. */
final class LotaruReplay {
  /** Predicted on the local machine, from small inputs there. */
  static final String HERE = "local";

  /**
   * Predicted on another machine, from small inputs on the local one and micro-benchmarks of both.
   */
  static final String ELSEWHERE = "elsewhere";

  /** Predicted on another machine, from small inputs there. */
  static final String THERE = "there";

  /** Predicted on a machine, from small inputs on it and full inputs on all others. */
  static final String OTHERS = "others";

  private static final String LOCAL = "local";
  private static final List<String> TARGETS = List.of("n1", "n2", "c2", "asok01", "asok02");
  private static final List<String> SMALL = List.of("train-1", "train-2");
  private static final String FULL = "test";
  private static final Set<String> TWINS = Set.of("n2", "c2");
  private static final Set<String> ESTIMATORS = Set.of("Lotaru-A", "Lotaru-G");
  private static final ServiceQuantiles PLAIN = ServiceQuantiles.plain();

  /** Variance of the log factor that micro-benchmarks give for a machine. */
  private static final double BENCHMARKED = 0.02;

  private final List<LotaruActivity> activities;
  private final LotaruMachines machines;
  private final Results results = new Results();

  LotaruReplay(Path folder) {
    machines = new LotaruMachines(folder.resolve("benchmarks"));
    activities = new ArrayList<>(LotaruActivity.read(folder, LOCAL));
    TARGETS.forEach(name -> activities.addAll(LotaruActivity.read(folder, name)));
  }

  /**
   * Returns the activities without times that were published for both twin machines with the same
   * digits, which must be copies. Equal times in whole seconds prove nothing and are kept.
   */
  private List<LotaruActivity> withoutCopies() {
    Map<List<Object>, List<LotaruActivity>> alike =
        activities.stream()
            .filter(each -> TWINS.contains(each.machine()) && each.seconds() % 1 != 0)
            .collect(
                groupingBy(
                    a -> List.of(a.workflow(), a.label(), a.type(), a.input(), a.seconds())));
    List<LotaruActivity> originals = new ArrayList<>(activities);
    alike.values().stream()
        .filter(each -> each.stream().map(LotaruActivity::machine).distinct().count() > 1)
        .forEach(originals::removeAll);
    return originals;
  }

  /** Returns all predictions; the question of each names its protocol. */
  List<BacktestResult> results() {
    for (String workflow : activities.stream().map(LotaruActivity::workflow).distinct().toList()) {
      for (String label : SMALL) {
        fromSmall(HERE, new Experiment(workflow, label, LOCAL), LOCAL);
        for (String machine : TARGETS) {
          fromSmall(ELSEWHERE, new Experiment(workflow, label, LOCAL), machine);
          fromSmall(THERE, new Experiment(workflow, label, machine), machine);
        }
      }
      List<LotaruActivity> originals = withoutCopies();
      TARGETS.forEach(name -> fromOthers(originals, new Experiment(workflow, FULL, name)));
      fromOthers(originals, new Experiment(workflow, FULL, LOCAL));
    }
    return results.all();
  }

  /** Returns the published predictions of Lotaru's estimators for the same activities. */
  static List<BacktestResult> published(Path folder) {
    Results published = new Results();
    for (Path file : Corpus.files(folder, ".csv")) {
      for (Map<String, String> row : LotaruActivity.rows(file)) {
        String machine = row.get("Machine").toLowerCase(Locale.ROOT);
        double actual = Double.parseDouble(row.get("Real")) / 1000;
        Results.Item item = item(machine.equals(LOCAL) ? HERE : ELSEWHERE, machine, actual);
        if (ESTIMATORS.contains(row.get("Estimator"))) {
          double predicted = Double.parseDouble(row.get("Predicted")) / 1000;
          published.addMedian(item, row.get("Estimator"), predicted);
        }
      }
    }
    return published.all();
  }

  private static Results.Item item(String question, String machine, double seconds) {
    return new Results.Item(question, "lotaru", machine, machine, seconds);
  }

  /** The workflow and inputs that were run, and where. */
  private record Experiment(String workflow, String label, String machine)
      implements Predicate<LotaruActivity> {
    @Override
    public boolean test(LotaruActivity activity) {
      return activity.workflow().equals(workflow) && activity.isOf(machine, label);
    }

    Experiment labelled(String other) {
      return new Experiment(workflow, other, machine);
    }
  }

  private List<LotaruActivity> all(Predicate<LotaruActivity> which) {
    return activities.stream().filter(which).toList();
  }

  private void fromSmall(String question, Experiment small, String machine) {
    List<LotaruActivity> known = all(small);
    ServiceModel model = ServiceModel.learn(known.stream().map(LotaruActivity::plain).toList());
    for (LotaruActivity asked : all(new Experiment(small.workflow(), FULL, machine))) {
      if (model.knows(asked.type())) {
        double factor = small.machine().equals(machine) ? 0 : machines.logFactor(asked, machine);
        ServiceEstimate estimate = moved(model.estimate(asked.plain().work()), factor);
        Results.Item item = item(question, machine, asked.seconds());
        results.add(item, Replay.LEARNED, p -> PLAIN.seconds(estimate, p));
        results.addMedian(item, "type-median", times(known, asked::isOfTypeOf, Math.exp(factor)));
      }
    }
  }

  /** Returns the sorted times of activities, multiplied by a factor. */
  private static double[] times(
      List<LotaruActivity> known, Predicate<LotaruActivity> which, double factor) {
    return known.stream()
        .filter(which)
        .mapToDouble(each -> factor * each.seconds())
        .sorted()
        .toArray();
  }

  private static ServiceEstimate moved(ServiceEstimate estimate, double factor) {
    return new ServiceEstimate(
        estimate.mean() + factor,
        estimate.ownVariance() + (factor == 0 ? 0 : BENCHMARKED),
        estimate.residualVariance(),
        estimate.runVariance(),
        estimate.runTypeVariance());
  }

  /** Predicts nothing if all small inputs on the machine are copies. */
  private void fromOthers(List<LotaruActivity> originals, Experiment asked) {
    List<LotaruActivity> known = originals.stream().filter(asked.negate()).toList();
    if (SMALL.stream().allMatch(label -> known.stream().noneMatch(asked.labelled(label)))) {
      return;
    }
    ServiceModel model = ServiceModel.learn(known.stream().map(LotaruActivity::placed).toList());
    for (LotaruActivity activity : originals.stream().filter(asked).toList()) {
      ServiceEstimate estimate = model.estimate(activity.placed().work());
      Results.Item item = item(OTHERS, asked.machine(), activity.seconds());
      double[] same = times(known, activity::isSameAs, 1);
      if (same.length > 0) {
        results.add(item, Replay.LEARNED, p -> PLAIN.seconds(estimate, p));
        results.addMedian(item, "same-elsewhere", same);
      }
    }
  }
}
