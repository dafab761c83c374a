package io.flowgauge.learning.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All published runs. Not a part of the build: {@code mvn -Pbacktest -pl learning -am test} writes
 * {@code learning/target/backtest/services.md}.
 */
class WholeBacktest {
  private static final Path TABLE = Path.of("target", "backtest", "services.md");

  @TempDir private Path folder;

  @Test
  void corpus_everyQuestion_isScored() throws IOException, InterruptedException {
    Path runs = Corpus.unpack(folder, "wfinstances");
    Path lotaru = Corpus.unpack(folder, "lotaru");
    StringBuilder table = new StringBuilder("# Service times of activities\n");
    head(table, "Next run of an application, activities of 1 s and more");
    rows(table, WfInstances.scores(runs, all -> new WfReplay(all).scores()));
    head(table, "Every other activity of a run");
    rows(table, WfInstances.scores(runs, all -> new HalfwayReplay(all).scores()));
    head(table, "Full inputs of Lotaru's workflows");
    new LotaruReplay(lotaru).scores().forEach((question, s) -> row(table, question, s));
    Files.createDirectories(TABLE.getParent());
    Files.writeString(TABLE, table);
    assertThat(table.toString().lines().filter(line -> line.endsWith(" |"))).hasSize(58);
  }

  private static void head(StringBuilder table, String title) {
    table.append("\n## ").append(title).append("\n\n").append(Score.HEAD);
  }

  private static void rows(StringBuilder table, Map<String, Map<String, Score>> scores) {
    scores.forEach(
        (name, methods) ->
            methods.forEach((method, score) -> row(table, name + ", " + method, score)));
  }

  private static void row(StringBuilder table, String name, Score score) {
    table.append("| ").append(name).append(' ').append(score.row()).append('\n');
  }
}
