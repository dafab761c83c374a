package io.flowgauge.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Outcome;
import io.flowgauge.cli.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
  @TempDir private Path folder;

  @Test
  void compare_html_isOnePage() throws IOException {
    String run = Samples.forkJoin(folder).toString();
    Path file = folder.resolve("page.html");
    Outcome outcome =
        Outcome.of(
            "compare", "old=" + run, "new=" + whole("one"), "--format", "html", "-o", "" + file);

    assertThat(outcome).isEqualTo(new Outcome(0, "", ""));
    assertThat(Files.readString(file))
        .startsWith("<!DOCTYPE html>")
        .endsWith("</html>\n")
        .contains("<title>Comparison of old, new · Flowgauge</title>");
  }

  @Test
  void compare_runsOfOneName_haveTheirFilesForNames() throws IOException {
    String first = Samples.forkJoin(Files.createDirectory(folder.resolve("old"))).toString();
    String second = Samples.forkJoin(Files.createDirectory(folder.resolve("new"))).toString();
    Path third = Files.copy(Path.of(first), folder.resolve("third.json"));
    Outcome outcome = Outcome.of("compare", first, second, third.toString());

    String name = Path.of("new", Path.of(first).getFileName().toString()).toString();
    assertThat(outcome.out()).contains("\n  " + name + " ", "\n  third.json ");
  }

  @Test
  void compare_failedRun_isNamed() throws IOException {
    Outcome outcome = Outcome.of("compare", whole("one"), failed("two"));

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out())
        .contains(
            "two did not run all activities to completion, so its times may cover only a part")
        .containsPattern("uncompleted activities +0 +2");
  }

  @Test
  void compare_completed_leavesFailedRunsOut() throws IOException {
    String groups = whole("two") + "," + failed("three");

    Outcome all = Outcome.of("compare", whole("one"), "new=" + groups);
    Outcome completed = Outcome.of("compare", "--completed", whole("one"), "new=" + groups);

    assertThat(all.out())
        .contains("1 of 2 runs of new (three) did not run all activities to completion");
    assertThat(completed.out())
        .containsPattern("new +1 +10\\.0 s")
        .doesNotContain("did not complete", "three");
  }

  @Test
  void compare_completedAndAllFailed_saysSo() throws IOException {
    Outcome outcome = Outcome.of("compare", "--completed", whole("one"), failed("two"));

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("no run of 'two' completed all its activities");
  }

  private String whole(String name) throws IOException {
    return run(name, "[\"COMPLETED\", 4, 1]]}, \"b\": {\"events\": [[\"COMPLETED\", 10, 1]]}");
  }

  private String failed(String name) throws IOException {
    return run(name, "[\"FAILED\", 4, 1]]}, \"b\": {}");
  }

  private String run(String name, String rest) throws IOException {
    Path file = folder.resolve(name + ".json");
    Files.writeString(
        file,
        "{\"flowgauge\": 1, \"name\": \""
            + name
            + "\", \"activities\": {\"a\": {\"events\": [[\"ACTIVE\", 0, 1], "
            + rest
            + "}, \"dependencies\": [[\"a\", \"b\"]]}");
    return file.toString();
  }

  @Test
  void compare_toFile_equalsStandardOutput() throws IOException {
    String run = Samples.forkJoin(folder).toString();
    Path file = folder.resolve("comparison.txt");

    Outcome shown = Outcome.of("compare", "old=" + run, "new=" + run);
    Outcome.of("compare", "old=" + run, "new=" + run, "-o", file.toString());

    assertThat(Files.readString(file)).isEqualTo(shown.out()).contains("2 groups of runs");
  }

  @Test
  void compare_runGivenTwice_isNamed() throws IOException {
    String run = Samples.forkJoin(folder).toString();
    String same = folder.resolve("./fork-join.json").toString();

    assertThat(Outcome.of("compare", run, same).errors())
        .containsExactly(
            "flowgauge: "
                + same
                + " and "
                + run
                + " are the same run in two groups; in their comparison, it is compared with"
                + " itself");
    Outcome grouped = Outcome.of("compare", "old=" + run + "," + same, "new=" + folder);
    assertThat(grouped.errors())
        .containsExactly(
            "flowgauge: " + same + " is given twice; it is used once",
            "flowgauge: "
                + folder
                + " and "
                + run
                + " are the same run in two groups; in their comparison, it is compared with"
                + " itself");
    assertThat(grouped.out()).contains("one run each proves little");
  }

  @Test
  void compare_storedCopiesOfARun_countOnce() throws IOException {
    String run =
        "{\"flowgauge\": 1, \"name\": \"%s\", \"activities\": {\"a\": {\"events\":"
            + " [[\"ACTIVE\", \"2026-01-02T03:04:05Z\", 1],"
            + " [\"COMPLETED\", \"2026-01-02T03:04:%02dZ\", 1]]}}}";
    String database = folder.resolve("runs.db").toString();
    String[][] stored = {
      {"one", "9", "a"}, {"two", "9", "a"}, {"new", "8", "b"}, {"old", "9", "b"}
    };
    for (String[] each : stored) {
      Path file = folder.resolve(each[0] + ".json");
      Files.writeString(file, run.formatted(each[0], Integer.valueOf(each[1])));
      Outcome.of("store", "" + file, "--workflow=w", "--version=" + each[2], "--to=" + database);
    }
    Outcome compared = Outcome.of("compare", "--from", database);

    assertThat(compared.errors())
        .containsExactly(
            "flowgauge: run 2 is the same run as run 1; it is used once",
            "flowgauge: run 4 and run 1 are the same run in two groups; in their comparison, it is"
                + " compared with itself");
    assertThat(compared.out()).contains("  a         1 ", "  b         2 ");
  }

  /** The run has no name of its own, so each copy has that of its file. */
  @Test
  void compare_copiesOfARun_countOnce() throws IOException {
    String run = "{\"flowgauge\": 1, \"activities\": {\"a\": {\"events\": [%s]}}}";
    String events =
        "[\"ACTIVE\", \"2026-01-02T03:04:05Z\", 1], [\"COMPLETED\", \"2026-01-02T03:04:%02dZ\", 1]";
    Path first = Files.writeString(folder.resolve("one.json"), run.formatted(events.formatted(9)));
    Path copy = Files.copy(first, folder.resolve("two.json"));
    Path other = Files.writeString(folder.resolve("new.json"), run.formatted(events.formatted(10)));
    Outcome compared =
        Outcome.of("compare", "old=" + first + "," + copy, "new=" + other + "," + copy);

    assertThat(compared.errors())
        .containsExactly(
            "flowgauge: " + copy + " is the same run as " + first + "; it is used once",
            "flowgauge: "
                + copy
                + " and "
                + first
                + " are the same run in two groups; in their comparison, it is compared with"
                + " itself");
    assertThat(compared.out()).containsPattern("\n  old +1 ").containsPattern("\n  new +2 ");
  }

  /** Without a date, equal times do not make two runs one. */
  @Test
  void compare_runsOfDifferentNamesWithEqualRelativeTimes_areTwo() throws IOException {
    Outcome compared =
        Outcome.of("compare", "old=" + whole("one") + "," + whole("two"), "new=" + failed("three"));

    assertThat(compared.err()).isEmpty();
    assertThat(compared.out()).containsPattern("\n  old +2 ");
  }

  @Test
  void compare_folderAndFileInIt_areRefusedInOneGroup() throws IOException {
    String run = Samples.forkJoin(folder).toString();

    for (String group : List.of("a=" + folder + "," + run, "a=" + run + "," + folder)) {
      Outcome outcome = Outcome.of("compare", group, "b=" + run);
      assertThat(outcome.status()).isEqualTo(2);
      assertThat(outcome.err())
          .contains(run + " is in " + folder + ", which is also given as a run")
          .contains("name the file of each run, or only one of these");
    }
  }
}
