package io.flowgauge.learning.backtest;

import io.flowgauge.Flowgauge;
import io.flowgauge.history.Backtest;
import io.flowgauge.history.BacktestResult;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.Checkout;
import io.flowgauge.trace.RunSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Table rows with the prediction errors of the recorded runs in {@code samples}. Stateless and
 * thread-safe.
 */
final class SampleRows {
  /** Points during a run at which its rest is predicted, in percent of the makespan. */
  private static final List<Integer> PASSED = List.of(25, 50, 75);

  private static final Path SAMPLES = Checkout.root().resolve("samples");
  private static final List<String> VERSIONS = List.of("frames", "lowrate", "fine", "halves");

  private static final List<Family> FAMILIES =
      List.of(
          new Family("POV-Ray", "povray", "povray-serial", "povray-slurm"),
          new Family(
              "Montage",
              "montage-sites/resources-1",
              "montage-sites/resources-2",
              "montage-sites/resources-5"),
          new Family(
              "DFT", "dft/A.json", "dft/B.json", "dft/C.json", "dft/AB.json", "dft/ABC.json"));

  /** Runs that have no others like them. */
  private static final Family SINGLE = new Family("", "registration", "montage", "dft/loop.json");

  /** Runs of the same types of activities on different resources. */
  private record Family(String title, List<String> runs) {
    Family(String title, String... runs) {
      this(title, List.of(runs));
    }

    List<WorkflowRun> read() throws IOException {
      List<WorkflowRun> all = new ArrayList<>();
      for (String run : runs) {
        all.add(Flowgauge.read(SAMPLES.resolve(run)));
      }
      return all;
    }
  }

  private SampleRows() {}

  /**
   * Returns rows for four versions of a workflow; each run from the third on is predicted from
   * those before.
   */
  static List<ScoreRow> repeats() throws IOException {
    List<BacktestResult> results = new ArrayList<>();
    for (String version : VERSIONS) {
      List<WorkflowRun> runs = new ArrayList<>();
      for (RunSource source : Flowgauge.runsIn(SAMPLES.resolve("movie-versions/" + version))) {
        runs.add(source.read());
      }
      results.addAll(PublishedRows.fromThird(Backtest.of(runs).results()));
    }
    List<ScoreRow> rows = new ArrayList<>();
    Target next = Target.NONE.median(9).covered(75, 90);
    rows.add(ScoreRow.of("next makespan", of("makespan", results), next));
    rows.addAll(rests(results, "rest at ", targets(12, 8, 12)));
    return rows;
  }

  /** Returns rows for each family, each run predicted from the others of its family. */
  static List<ScoreRow> families() throws IOException {
    List<ScoreRow> rows = new ArrayList<>();
    List<BacktestResult> all = new ArrayList<>();
    for (Family family : FAMILIES) {
      List<BacktestResult> results = FamilyReplay.fromOthers(family.read());
      rows.add(ScoreRow.of(family.title + ": next makespan", of("makespan", results), Target.NONE));
      all.addAll(results);
    }
    rows.addAll(family("all", all));
    return rows;
  }

  /** Returns rows for the makespans and the remaining times of the runs of one or more families. */
  static List<ScoreRow> family(String title, List<BacktestResult> results) {
    Target next = Target.NONE.median(25).mean(40).covered(70, 100);
    List<Target> targets =
        IntStream.of(40, 35, 35).mapToObj(e -> Target.NONE.mean(e).covered(70, 100)).toList();
    List<ScoreRow> rows = new ArrayList<>();
    rows.add(ScoreRow.of(title + ": next makespan", of("makespan", results), next));
    rows.addAll(rests(results, title + ": rest at ", targets));
    return rows;
  }

  /** Returns rows for the remaining times of runs, each predicted from the run itself alone. */
  static List<ScoreRow> alone() throws IOException {
    List<WorkflowRun> runs = SINGLE.read();
    for (Family family : FAMILIES) {
      runs.addAll(family.read());
    }
    List<BacktestResult> results = FamilyReplay.fromItself(runs);
    return rests(results, "rest at ", targets(36, 33, 20)).stream()
        .map(row -> row.outOf(runs.size()))
        .toList();
  }

  private static List<Target> targets(int... errors) {
    return IntStream.of(errors).mapToObj(e -> Target.NONE.median(e).covered(70, 100)).toList();
  }

  /** Returns one row of remaining times for each point in {@code PASSED}. */
  static List<ScoreRow> rests(List<BacktestResult> results, String title, List<Target> targets) {
    List<ScoreRow> rows = new ArrayList<>();
    for (int k = 0; k < PASSED.size(); k++) {
      int percent = PASSED.get(k);
      rows.add(ScoreRow.of(title + percent + " %", of("rest" + percent, results), targets.get(k)));
    }
    return rows;
  }

  private static List<BacktestResult> of(String question, List<BacktestResult> results) {
    return results.stream().filter(each -> each.question().equals(question)).toList();
  }
}
