package io.flowgauge.learning.backtest;

import io.flowgauge.Flowgauge;
import io.flowgauge.history.Backtest;
import io.flowgauge.history.BacktestResult;
import io.flowgauge.learning.LearnedHistory;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Table rows with the prediction errors of the published runs. Not thread-safe. */
final class PublishedRows {
  /** Shorter activities are left out of the scores: their times are mostly 0. */
  private static final double SHORTEST = 1;

  /** Percentage points by which errors may exceed those of the type's median. */
  private static final double BEHIND = 3;

  /** Applications of WfInstances, with the target for the error of the sum, in percent. */
  private static final Map<String, Integer> APPLICATIONS = new LinkedHashMap<>();

  static {
    APPLICATIONS.put("blast", 15);
    APPLICATIONS.put("montage", 61);
    APPLICATIONS.put("srasearch", 49);
    APPLICATIONS.put("cycles", 50);
    APPLICATIONS.put("1000genome", 19);
    APPLICATIONS.put("bwa", 44);
  }

  private static final List<String> SIZEY = List.of("rnaseq", "chipseq", "iwd");

  private final Path folder;
  private final Map<String, List<BacktestResult>> replays = new LinkedHashMap<>();

  /**
   * Reads runs.
   *
   * @param folder unpacked corpus
   */
  PublishedRows(Path folder) {
    this.folder = folder;
  }

  /** Returns rows for activities of Lotaru's workflows with full inputs. */
  List<ScoreRow> lotaru() {
    List<BacktestResult> all = new ArrayList<>(lotaruResults());
    all.addAll(LotaruReplay.published(folder.resolve("lotaru-results")));
    Target none = Target.NONE;
    return List.of(
        of("from small inputs there", LotaruReplay.HERE, all)
            .withTarget(none.median(7).mean(18).covered(75, 85)),
        of("from small inputs elsewhere, and benchmarks", LotaruReplay.ELSEWHERE, all)
            .withTarget(none.median(15).mean(27).covered(75, 85)),
        of("from small inputs there, on other machines", LotaruReplay.THERE, all)
            .withTarget(none.median(9)),
        of("from small inputs there, and full ones elsewhere", LotaruReplay.OTHERS, all)
            .withTarget(none.median(4).covered(75, 100)));
  }

  private List<BacktestResult> lotaruResults() {
    return new LotaruReplay(folder.resolve("lotaru")).results();
  }

  /**
   * Returns rows for the activities of each application, each run predicted from those before it.
   */
  List<ScoreRow> activities() throws IOException {
    List<ScoreRow> rows = new ArrayList<>();
    for (String name : APPLICATIONS.keySet()) {
      rows.add(activities(name));
    }
    return rows;
  }

  /** Returns the row for the activities of an application. */
  ScoreRow activities(String name) throws IOException {
    ScoreRow row = ScoreRow.of(name, longOnes(replay(name)), Target.NONE);
    double most = 100 * row.score("type-median").medianError() + BEHIND;
    return row.withTarget(
        Target.NONE.median(most).ofTheSum(APPLICATIONS.get(name)).covered(75, 88));
  }

  /** Returns rows for the makespans of each application, from the third run on. */
  List<ScoreRow> makespans() throws IOException {
    List<ScoreRow> rows = new ArrayList<>();
    List<BacktestResult> all = new ArrayList<>();
    for (String name : APPLICATIONS.keySet()) {
      List<BacktestResult> results = fromThird(replay(name));
      rows.add(of(name, "makespan", results));
      all.addAll(results);
    }
    rows.add(of("all", "makespan", all).withTarget(Target.NONE.median(20).covered(75, 100)));
    return rows;
  }

  /** Drops the first run that is predicted, as only one run precedes it. */
  static List<BacktestResult> fromThird(List<BacktestResult> results) {
    int third = 1;
    while (!isMakespan(results.get(third))) {
      third++;
    }
    return results.subList(third, results.size());
  }

  private static boolean isMakespan(BacktestResult result) {
    return result.question().equals("makespan") && result.method().equals(Replay.LEARNED);
  }

  private List<BacktestResult> replay(String application) throws IOException {
    List<BacktestResult> results = replays.get(application);
    if (results == null) {
      results = Backtest.of(runs(application)).results();
      replays.put(application, results);
    }
    return results;
  }

  /** Reads the runs of an application, in the order in which they were submitted. */
  List<WorkflowRun> runs(String application) throws IOException {
    List<WorkflowRun> runs = new ArrayList<>();
    for (Path file : Corpus.files(folder.resolve("wfinstances/" + application), ".json")) {
      runs.add(Flowgauge.read(file));
    }
    return LearnedHistory.inOrder(runs);
  }

  /**
   * Returns rows for activities, predicted when submitted, and for remaining times; each workflow
   * has one run.
   */
  List<ScoreRow> sizey() throws IOException {
    List<ScoreRow> rows = new ArrayList<>();
    List<BacktestResult> all = new ArrayList<>();
    for (String name : SIZEY) {
      WorkflowRun run = Flowgauge.read(folder.resolve("sizey/trace_" + name + ".csv"));
      List<BacktestResult> results = Backtest.of(List.of(run)).results();
      boolean isTarget = name.equals("rnaseq");
      rows.add(
          ScoreRow.of(
              name + ": activity when submitted",
              longOnes(results),
              isTarget ? Target.NONE.median(12) : Target.NONE));
      all.addAll(results);
    }
    List<Target> targets = IntStream.of(50, 25, 25).mapToObj(Target.NONE::mean).toList();
    for (ScoreRow row : SampleRows.rests(all, "rest at ", targets)) {
      rows.add(row.outOf(SIZEY.size()));
    }
    return rows;
  }

  private static List<BacktestResult> longOnes(List<BacktestResult> results) {
    return asked("task", results).stream()
        .filter(each -> each.actualSeconds() >= SHORTEST)
        .toList();
  }

  private static ScoreRow of(String title, String question, List<BacktestResult> results) {
    return ScoreRow.of(title, asked(question, results), Target.NONE);
  }

  private static List<BacktestResult> asked(String question, List<BacktestResult> results) {
    Predicate<BacktestResult> isAsked = each -> each.question().equals(question);
    return results.stream().filter(isAsked).toList();
  }
}
