package io.flowgauge.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Outcome;
import io.flowgauge.testsupport.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands store, list and compare on one repository. */
class StoreCommandTest {
  private static final String SITES = "samples/montage-sites/resources-";

  @TempDir private Path folder;
  private String repository;

  @BeforeEach
  void place() {
    repository = folder.resolve("experiments.db").toString();
  }

  private static String sample(String path) {
    return Checkout.root().resolve(path).toString();
  }

  private void storeMontage() {
    for (int n : new int[] {1, 2, 5}) {
      Outcome stored =
          Outcome.of(
              "store",
              sample(SITES + n),
              "--to",
              repository,
              "--workflow",
              "montage",
              "--version",
              n + "-resources",
              "--tag",
              "machine=lab",
              "--subgraph",
              "image=tRawImage,mImgtbl1,mProject,tProjectedImage");
      assertThat(stored.err()).isEmpty();
      assertThat(stored.status()).isZero();
      assertThat(stored.out()).contains("of montage, version " + n + "-resources");
    }
  }

  @Test
  void store_again_saysSo() {
    String[] command = {"store", sample("samples/dft/A.json"), "--to", repository};
    assertThat(Outcome.of(command).out())
        .contains("A.json stored as run 1 of dft-A, version default");
    assertThat(Outcome.of(command).out()).contains("A.json was stored before, as run 1");
  }

  @Test
  void store_noteAmongRuns_isNamedAndLeftOut() throws IOException {
    Path note = Files.writeString(folder.resolve("README.md"), "About these runs.\n");
    Outcome stored =
        Outcome.of("store", note.toString(), sample("samples/dft/A.json"), "--to", repository);
    assertThat(stored.status()).isEqualTo(1);
    assertThat(stored.err()).startsWith("flowgauge: " + note).hasLineCount(1);
    assertThat(stored.out()).contains("A.json stored as run 1").hasLineCount(1);
  }

  @Test
  void list_stored_showsThem() {
    storeMontage();
    Outcome listed = Outcome.of("list", "--from", repository, "--tag", "machine=lab");

    assertThat(listed.err()).isEmpty();
    assertThat(listed.out()).contains("1-resources", "5-resources", "37.7 s", "3 runs in");
    assertThat(listed.out().lines()).allMatch(line -> line.length() <= 100);
    assertThat(Outcome.of("list", "--from", repository, "--newest", "1").out())
        .contains("5-resources")
        .doesNotContain("2-resources");
    assertThat(Outcome.of("list", "--from", repository, "--workflow", "x").out())
        .isEqualTo("No stored run matches.\n");
  }

  @Test
  void list_timesThatNoRunCanHave_areTheNearest() {
    Outcome.of("store", sample("samples/montage"), "--to", repository);
    String[] all = {
      "list", "--from", repository, "--since", "0001-01-01", "--before", "9999-12-31"
    };
    assertThat(Outcome.of(all).out()).contains("1 run in");
    assertThat(Outcome.of("list", "--from", repository, "--since", "9999-12-31").out())
        .isEqualTo("No stored run matches.\n");
  }

  @Test
  void list_tagsWithQuotesBlanksAndEqualsSigns_areFoundAgain() {
    String run = sample("samples/dft/A.json");
    String[] tags = {
      "plus=\"a", "two=a b=\"c\"", "it's=x'y; --", "slash=a\\\"b", "\"n\"=\\", "\"open=1"
    };
    List<String> store = new ArrayList<>(List.of("store", run, "--to", repository));
    for (String tag : tags) {
      store.addAll(List.of("--tag", tag));
    }
    assertThat(Outcome.of(store.toArray(String[]::new)).err()).isEmpty();
    for (String tag : tags) {
      Outcome listed = Outcome.of("list", "--from", repository, "--tag", tag);
      assertThat(listed.err()).isEmpty();
      assertThat(listed.out()).as(tag).contains("1 run in");
      assertThat(Outcome.of("list", "--from", repository, "--tag", tag + "?").out())
          .isEqualTo("No stored run matches.\n");
    }
  }

  @Test
  void list_quantity_isItsHistory() {
    storeMontage();
    String quantity = "type/mProject/load-imbalance";
    Outcome listed = Outcome.of("list", "--from", repository, "--quantity", quantity);
    Outcome json =
        Outcome.of("list", "--from", repository, "--quantity", quantity, "--format", "json");

    assertThat(listed.out()).contains(quantity);
    assertThat(json.out()).contains("\"version\" : \"5-resources\"").contains("\"value\" : ");
    assertThat(Outcome.of("list", "--from", repository, "--quantity", "x").status()).isEqualTo(2);
  }

  @Test
  void list_repositoryThatIsNotThere_isOneLineAndMakesNone() {
    Outcome listed = Outcome.of("list", "--from", repository);

    assertThat(listed.status()).isEqualTo(1);
    assertThat(listed.errors()).hasSize(1);
    assertThat(listed.err()).contains("experiments.db: found nothing by that name");
    assertThat(Path.of(repository)).doesNotExist();
  }

  @Test
  void list_fileThatIsNoDatabase_isOneLine() throws Exception {
    Files.writeString(Path.of(repository), "no database ".repeat(1000));
    Outcome listed = Outcome.of("list", "--from", repository);

    assertThat(listed.status()).isEqualTo(1);
    assertThat(listed.errors()).hasSize(1);
    assertThat(listed.err()).contains("not an SQLite database");
  }

  @Test
  void compare_storedVersions_equalsTheirFiles() {
    storeMontage();
    String stored =
        Outcome.of(
                "compare",
                "--from",
                repository,
                "one=1-resources",
                "two=2-resources",
                "five=3",
                "--format",
                "json")
            .out();
    String files =
        Outcome.of(
                "compare",
                "one=" + sample(SITES + 1),
                "two=" + sample(SITES + 2),
                "five=" + sample(SITES + 5),
                "--subgraph",
                "image=tRawImage,mImgtbl1,mProject,tProjectedImage",
                "--format",
                "json")
            .out();

    assertThat(stored).contains("\"subgraph\" : \"image\"").isEqualTo(files);
  }

  @Test
  void compare_oneRunEach_saysThatItProvesLittle() {
    storeMontage();
    Outcome compared = Outcome.of("compare", "--from", repository, "--workflow", "montage");

    assertThat(compared.err()).isEmpty();
    assertThat(compared.out())
        .startsWith("3 groups of runs, each compared to 1-resources")
        .contains("one run each proves little", "\nOne run each proves little")
        .contains("REFINEMENTS", "FORK-JOINS", "LOAD IMBALANCE", "SYNCHRONIZATION DELAY")
        .doesNotContain("NaN", "-0 s");
    assertThat(compared.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void compare_severalRuns_isTested() {
    storeMontage();
    Outcome compared = Outcome.of("compare", "--from", repository, "a=1,2,1", "b=2,3", "c=1");

    assertThat(compared.errors())
        .containsExactly(
            "flowgauge: run 1 is given twice; it is used once",
            "flowgauge: run 2 is in two groups; in their comparison, it is compared with itself",
            "flowgauge: run 1 is in two groups; in their comparison, it is compared with itself");
    assertThat(compared.out()).contains("within the noise", "Welch's t-test");
  }

  @Test
  void compare_storedRunAndItsFile_countsOnce() {
    storeMontage();
    String file = sample(SITES + 1);
    Outcome compared =
        Outcome.of("compare", "--from", repository, "a=1," + file, "b=" + file + ",3,1");

    assertThat(compared.errors())
        .containsExactly(
            "flowgauge: " + file + " is the same run as run 1; it is used once",
            "flowgauge: run 1 is the same run as " + file + "; it is used once",
            "flowgauge: "
                + file
                + " and run 1 are the same run in two groups; in their comparison, it is compared"
                + " with itself");
    assertThat(compared.out()).containsPattern("\n  a +1 ").containsPattern("\n  b +2 ");
  }

  @Test
  void compare_unknownRuns_areOneLine() {
    storeMontage();
    for (String[] command :
        new String[][] {
          {"compare", "--from", repository, "1", "4711"},
          {"compare", "--from", repository, "1", "no-version"},
          {"compare", "--from", repository, "1"},
          {"compare", "--from", repository, "--workflow", "none"},
          {"compare", "--from", folder.resolve("none.db").toString(), "1", "2"}
        }) {
      Outcome compared = Outcome.of(command);
      assertThat(compared.status()).as(String.join(" ", command)).isEqualTo(2);
      assertThat(compared.out()).isEmpty();
      assertThat(compared.errors()).hasSize(2);
    }
  }

  @Test
  void compare_severalWorkflows_asksForOne() {
    storeMontage();
    Outcome.of("store", sample("samples/dft/A.json"), "--to", repository);

    assertThat(Outcome.of("compare", "--from", repository).err())
        .contains("choose one with --workflow: montage, dft-A");
  }

  @Test
  void report_historyOfARepository_givesIdealTimes() {
    String run = sample("samples/dft-sites/ABC");
    for (String site : new String[] {"A", "B", "C"}) {
      Outcome.of(
          "store", sample("samples/dft-sites/" + site), "--to", repository, "--workflow", "k");
    }
    String files =
        Outcome.of(
                "report",
                run,
                "--history",
                sample("samples/dft-sites/A"),
                "--history",
                sample("samples/dft-sites/B"),
                "--history",
                sample("samples/dft-sites/C"))
            .out();

    assertThat(files).contains("history (30)");
    assertThat(Outcome.of("report", run, "--history", repository).out()).isEqualTo(files);
    assertThat(Outcome.of("report", run, "--history", repository + "#k").out()).isEqualTo(files);
    storeMontage();
    assertThat(Outcome.of("report", run, "--history", repository).err())
        .contains("choose one with REPO#WORKFLOW: k, montage");
    Outcome unknown = Outcome.of("report", run, "--history", repository + "#kk");
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.err()).contains("experiments.db has no stored run of 'kk'");
  }

  @Test
  void predict_historyOfARepository_learnsFromIt() {
    for (String site : new String[] {"A", "B"}) {
      Outcome.of("store", sample("samples/dft-sites/" + site), "--to", repository);
    }
    String run = sample("samples/dft-sites/AB");
    Outcome own = Outcome.of("predict", run);
    String place = repository + "#A";
    Outcome learned = Outcome.of("predict", run, "--history", place);

    assertThat(learned.err()).isEmpty();
    assertThat(learned.out()).isNotEqualTo(own.out()).contains("expected to take");
    assertThat(learned.out())
        .isEqualTo(Outcome.of("predict", run, "--history", sample("samples/dft-sites/A")).out());
    assertThat(Outcome.of("predict", "--latency", "constant(seconds=3)", "--history", place).err())
        .contains("--history needs a RUN");
  }
}
