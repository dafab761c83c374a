package io.flowgauge.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.cli.Outcome;
import io.flowgauge.cli.Samples;
import io.flowgauge.testsupport.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BacktestCommandTest {
  private static final Path MOVIES = Checkout.root().resolve("samples/movie-versions");

  @TempDir private Path folder;

  @Test
  void backtest_text_hasATableForEachQuestion() {
    Outcome outcome = Outcome.of("backtest", MOVIES.resolve("halves").toString());

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out())
        .contains("MAKESPAN OF THE NEXT RUN", "WHAT REMAINS AFTER A HALF", "TIME OF AN ACTIVITY")
        .contains("type-median")
        .doesNotContain("Too little history");
  }

  @Test
  void backtest_json_hasTheNamesThatScriptsUse() {
    String json =
        Outcome.of("backtest", MOVIES.resolve("halves").toString(), "--format", "json").out();

    assertThat(json)
        .contains("\"task\" :", "\"makespan\" :", "\"rest25\" :", "\"rest50\" :", "\"rest75\" :")
        .contains("\"flowgauge\" :", "\"last-run\" :", "\"type-median\" :")
        .contains("\"n\" :", "\"mdape\" :", "\"mape\" :", "\"wape\" :", "\"bias\" :")
        .contains("\"c50\" :", "\"c80\" :", "\"c90\" :");
  }

  @Test
  void backtest_predictions_haveQuantilesThatRise() throws IOException {
    Path file = folder.resolve("all.csv");
    Outcome.of("backtest", MOVIES.resolve("frames").toString(), "--predictions", file.toString());
    List<String> lines = Files.readAllLines(file);

    assertThat(lines.get(0))
        .startsWith("method,corpus,question,app,run,item,actual,point,q05,q10,")
        .endsWith(",q90,q95");
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      assertThat(cells).as(line).hasSize(27);
      double[] numbers = Arrays.stream(cells, 6, 27).mapToDouble(Double::parseDouble).toArray();
      assertThat(numbers[0]).isPositive();
      for (int k = 3; k < numbers.length; k++) {
        assertThat(numbers[k]).as(line).isGreaterThanOrEqualTo(numbers[k - 1]);
      }
    }
    assertThat(lines.stream().filter(line -> line.startsWith("flowgauge,runs,task,")))
        .hasSize(6 * 11);
  }

  @Test
  void backtest_folderOfFiles_isSeveralRuns() throws IOException {
    Path file = Samples.forkJoin(folder);
    Files.writeString(
        folder.resolve("second.json"),
        Files.readString(file).replace("\"name\": \"fork-join\"", "\"name\": \"second\""));
    Outcome outcome = Outcome.of("backtest", folder.toString());

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .contains(
            "Too little history for firm conclusions: 1 run could be predicted; 5 or more are better.");
  }

  /** A rule that predicts a remaining time of 0 has no relative width. */
  @Test
  void backtest_longerThanAllBefore_hasNoNaN() throws IOException {
    run("one.json", 1000, 1, 2);
    run("two.json", 2000, 10, 20);
    Outcome text = Outcome.of("backtest", folder.toString());
    Outcome json = Outcome.of("backtest", folder.toString(), "--format", "json");

    assertThat(text.out()).contains("WHAT REMAINS AFTER THREE QUARTERS").doesNotContain("NaN");
    assertThat(json.out()).contains("\"rest75\"").doesNotContain("NaN");
  }

  /** Writes a run whose activities follow one another. */
  private Path run(String name, int start, int... seconds) throws IOException {
    StringBuilder activities = new StringBuilder();
    StringBuilder dependencies = new StringBuilder();
    int at = start;
    for (int k = 0; k < seconds.length; k++) {
      String id = String.valueOf((char) ('a' + k));
      activities
          .append(k == 0 ? "" : ",")
          .append('"' + id + "\": {\"events\": [[\"ACTIVE\", " + at);
      at += seconds[k];
      activities.append(", 1], [\"COMPLETED\", " + at + ", 1]]}");
      if (k > 0) {
        String before = String.valueOf((char) ('a' + k - 1));
        dependencies.append(k == 1 ? "" : ",").append("[\"" + before + "\", \"" + id + "\"]");
      }
    }
    return Files.writeString(
        folder.resolve(name),
        "{\"flowgauge\": 1, \"start\": %d, \"activities\": {%s}, \"dependencies\": [%s]}"
            .formatted(start, activities, dependencies));
  }

  @Test
  void backtest_predictionsCannotBeWritten_saysSoAndLeavesNothing() {
    Path missing = folder.resolve("missing/all.csv");
    Outcome outcome =
        Outcome.of("backtest", MOVIES.resolve("halves").toString(), "--predictions", "" + missing);

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains("missing");
  }

  @Test
  void predict_activitiesOfATypeThatOnlyThisRunHasShown_areLeftOut() throws IOException {
    Path history = run("one.json", 1000, 10, 20);
    Path going = run("going.json", 2000, 10, 20);
    Files.writeString(
        going,
        Files.readString(going)
            .replace(
                "\"activities\": {",
                "\"activities\": {\"new\": {\"events\": [[\"ACTIVE\", 2000, 1], [\"COMPLETED\", 2001, 1]]},")
            .replace(", [\"COMPLETED\", 2030, 1]", ""));
    Outcome json =
        Outcome.of(
            "predict", "" + going, "--history", "" + history, "--activities", "--format", "json");

    assertThat(json.err()).isEmpty();
    assertThat(json.out())
        .contains("\"activities\" :", "\"a\" :", "\"b\" :")
        .doesNotContain("\"meanSeconds\" : null", "\"new\" :");
  }

  @Test
  void backtest_noRun_saysSo() throws IOException {
    Path text = Files.writeString(folder.resolve("notes.txt"), "nothing");

    assertThat(Outcome.of("backtest", text.toString()).err())
        .contains("found text of no known format");
    assertThat(Outcome.of("backtest").status()).isNotZero();
  }

  @Test
  void predict_history_saysWhatItRestsOn() {
    String run = MOVIES.resolve("halves/run-7").toString();
    List<String> args = new ArrayList<>(List.of("predict", run));
    for (int k = 1; k < 7; k++) {
      args.addAll(List.of("--history", MOVIES.resolve("halves/run-" + k).toString()));
    }
    Outcome text = Outcome.of(args.toArray(String[]::new));
    args.addAll(List.of("--why", "--activities", "--format", "json"));
    Outcome json = Outcome.of(args.toArray(String[]::new));

    assertThat(text.err()).isEmpty();
    assertThat(text.out())
        .contains("6 runs, all of this workflow.")
        .contains("is expected to take", "It took 24.8 s");
    assertThat(json.err()).isEmpty();
    assertThat(json.out())
        .contains("\"basis\" : \"6 runs, all of this workflow.\"")
        .contains("\"unknown\" : [ ]")
        .contains("\"activities\" :", "\"q05\" :", "\"q50\" :", "\"q95\" :")
        .contains("\"uncertainty\" :", "\"sdSecondsAfterOneMoreRun\" :");
  }

  @Test
  void predict_typesNeverSeen_isNoNumber() {
    String run = MOVIES.resolve("halves/run-1").toString();
    String other = Checkout.root().resolve("samples/dft/A.json").toString();
    Outcome json = Outcome.of("predict", run, "--history", other, "--format", "json");

    assertThat(json.status()).isZero();
    assertThat(json.out())
        .contains("\"meanSeconds\" : null")
        .contains("types never seen", "no forecast until each type has run once")
        .contains("\"unknown\" : [ \"");
    assertThat(Outcome.of("predict", run, "--history", other).out())
        .contains("no forecast until each type has run once");
  }

  @Test
  void predict_whatIf_needsHistory() {
    String run = MOVIES.resolve("halves/run-7").toString();
    String history = MOVIES.resolve("halves").toString();
    double usual = mean("predict", run, "--history", history);

    assertThat(mean("predict", run, "--history", history, "--slots", "1"))
        .isGreaterThan(1.4 * usual);
    assertThat(mean("predict", run, "--history", history, "--input-factor", "4"))
        .isGreaterThan(2 * usual);
    assertThat(Outcome.of("predict", run, "--machine", "m").err()).contains("need --history");
    assertThat(Outcome.of("predict", run, "--history", history, "--input-factor", "0").err())
        .contains("--input-factor: input factor must be 1.0E-9 to 1.0E9, but is 0.0");
    assertThat(
            Outcome.of("predict", run, "--history", history, "--machine", "m", "--format", "json")
                .out())
        .contains("machine m never seen");
    assertThat(usual).isCloseTo(25, within(6.0));
  }

  @Test
  void predict_relativeErrorWithHistoryAlone_isWrongUsage() {
    String run = MOVIES.resolve("halves/run-7").toString();
    String history = MOVIES.resolve("halves/run-1").toString();
    Outcome learned = Outcome.of("predict", run, "--history", history, "--relative-error", "0.1");

    assertThat(learned.status()).isEqualTo(2);
    assertThat(learned.out()).isEmpty();
    assertThat(learned.err()).contains("--relative-error applies only to means sampled from laws");
    assertThat(
            Outcome.of(
                    "predict",
                    run,
                    "--history",
                    history,
                    "--relative-error",
                    "0.1",
                    "--latency",
                    "constant(seconds=1)")
                .status())
        .isZero();
  }

  private static double mean(String... args) {
    String[] all = Arrays.copyOf(args, args.length + 2);
    all[args.length] = "--format";
    all[args.length + 1] = "json";
    String json = Outcome.of(all).out();
    return Double.parseDouble(json.replaceAll("(?s).*\"meanSeconds\" : ([-0-9.E]+).*", "$1"));
  }
}
