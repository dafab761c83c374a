package io.flowgauge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows is what a user gets. */
class ReadmeTest {
  private static final String SAMPLE = "samples/montage";
  private static final String LOG = "transfers.nlb";
  private static final String CUT = "…";

  @Test
  void readme_javaExamples_printWhatTheReadmeShows() throws IOException {
    List<String> blocks = new ArrayList<>(blocksAfter("## In Java"));
    List<String> predictions = blocksAfter("## How long it takes");
    blocks.addAll(predictions.subList(1, predictions.size()));
    for (int k = 0; k < blocks.size(); k += 2) {
      String script = blocks.get(k).replace(SAMPLE, Checkout.root().resolve(SAMPLE).toString());

      assertThat(Outcome.ofInput(script, UTF_8, "shell"))
          .isEqualTo(new Outcome(0, blocks.get(k + 1), ""));
    }
  }

  @Test
  void readme_report_isWhatTheCommandPrints() throws IOException {
    String shown = blocksAfter("## What it prints").get(0);
    Outcome outcome = Outcome.of("report", Checkout.root().resolve(SAMPLE).toString());

    assertThat(outcome.status()).isZero();
    for (String part : shown.split("\n" + CUT + "\n", -1)) {
      assertThat(outcome.out()).contains(part.strip());
    }
  }

  @Test
  void readme_prediction_isWhatTheCommandPrints() throws IOException {
    String shown = blocksAfter("## How long it takes").get(0);
    String sample = Checkout.root().resolve(SAMPLE).toString();
    Outcome outcome = Outcome.of("predict", sample, "--deadline", "1m");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).contains(shown.strip());
  }

  @Test
  void readme_eventLog_printsWhatTheReadmeShows(@TempDir Path folder) throws IOException {
    List<String> blocks = blocksAfter("## Event logs");
    String script = blocks.get(0).replace(LOG, folder.resolve(LOG).toString());

    assertThat(Outcome.ofInput(script, UTF_8, "shell"))
        .isEqualTo(new Outcome(0, blocks.get(1), ""));
  }

  @Test
  void readme_logStats_isWhatTheCommandPrints() throws IOException {
    String sample = Checkout.root().resolve("samples/transfers").resolve(LOG).toString();

    assertThat(Outcome.of("log", "stats", sample).out())
        .contains(blocksAfter("## Event logs").get(2));
  }

  @Test
  void readme_gallery_isWhatTheCommandsPrint() throws IOException {
    List<String> blocks = blocksAfter("## Gallery");
    assertThat(blocks).hasSize(8);
    for (int k = 0; k < blocks.size(); k += 2) {
      String command = blocks.get(k).replace("\\\n", " ").strip();
      assertThat(command).startsWith("bin/flowgauge ");
      String[] words =
          Arrays.stream(command.split(" +", -1))
              .skip(1)
              .map(word -> word.replace("samples/", Checkout.root() + "/samples/"))
              .toArray(String[]::new);
      Outcome outcome = Outcome.of(words);

      assertThat(outcome.status()).as(outcome.err()).isZero();
      for (String part : blocks.get(k + 1).split("\n?" + CUT + "\n", -1)) {
        assertThat(outcome.out()).contains(part);
      }
    }
  }

  @Test
  void readme_testCommand_isWhatIsRunForEachSubmission() throws IOException {
    List<String> commands = blocksAfter("## Two commands");

    assertThat(Files.readString(Checkout.root().resolve(".ci/run")))
        .contains(commands.get(1).strip());
  }

  /** The fenced blocks of a section, without their fences. */
  static List<String> blocksAfter(String heading) throws IOException {
    String text = Files.readString(Checkout.root().resolve("README.md"));
    String section = text.substring(text.indexOf(heading) + heading.length());
    int next = section.indexOf("\n## ");
    String[] parts = section.substring(0, next < 0 ? section.length() : next).split("```", -1);
    List<String> blocks = new ArrayList<>();
    for (int k = 1; k < parts.length; k += 2) {
      blocks.add(parts[k].substring(parts[k].indexOf('\n') + 1));
    }
    return blocks;
  }
}
