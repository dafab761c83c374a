package io.flowgauge.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LogPlotCommandTest {
  @TempDir private Path folder;

  private String log() throws IOException {
    return EventLogs.binary(folder.resolve("t.nlb"), EventLogs.transfers("foo", 20)).toString();
  }

  @Test
  void plot_svgAndHtml_areWritten() throws IOException {
    Path svg = folder.resolve("t.svg");
    Path html = folder.resolve("t.html");

    assertThat(Outcome.of("log", "plot", log(), "-o", svg.toString()))
        .isEqualTo(new Outcome(0, "", ""));
    assertThat(
            Outcome.of(
                "log", "plot", log(), "-o", html.toString(), "--points", "transfer.end:BYTES"))
        .isEqualTo(new Outcome(0, "", ""));
    assertThat(svg).content().startsWith("<?xml").contains("39 events, 20 lifelines");
    assertThat(html).content().startsWith("<!DOCTYPE html>").contains("transfer.end BYTES");
  }

  @Test
  void plot_toStandardOutput_takesTheForm() throws IOException {
    assertThat(Outcome.of("log", "plot", log(), "-o", "-", "--to", "svg", "--title", "a<b").out())
        .contains(">a&lt;b</text>");
  }

  @Test
  void plot_stagesInOrder_areAsNamed() throws IOException {
    String svg =
        Outcome.of("log", "plot", log(), "-o=-", "--to=svg", "-e=transfer.end", "-e=transfer.start")
            .out();

    assertThat(svg.indexOf(">transfer.end<")).isLessThan(svg.indexOf(">transfer.start<"));
  }

  @Test
  void plot_noEvents_saysSo() throws IOException {
    Outcome outcome = Outcome.of("log", "plot", log(), "-o=-", "--to=html", "-e", "none");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.errors())
        .containsExactly(
            "flowgauge: there is no event 'none', only transfer.end, transfer.start",
            "flowgauge: there are no events to draw");
  }

  @Test
  void plot_namesThatDoNotOccur_areReported() throws IOException {
    String plot = "log plot " + log() + " -o - --to svg -e transfer.* -e none*";
    String panels = " --load host.load:LOAD --points transfer.start:BYTES --points transfer.*:rate";
    String fields = " --color PORT --lifeline JOB,BLOCK_ID";
    Outcome outcome = Outcome.of((plot + panels + fields).split(" "));

    assertThat(outcome.status()).isZero();
    assertThat(outcome.errors())
        .containsExactly(
            "flowgauge: there is no event 'none*', only transfer.end, transfer.start",
            "flowgauge: there is no event 'host.load', only transfer.end, transfer.start",
            "flowgauge: no event 'transfer.start' has a numeric field 'BYTES', only BLOCK_ID",
            "flowgauge: no event has a field or constant 'JOB', only BLOCK_ID, BYTES, FILE, PORT,"
                + " rate");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void plot_fullDisk_namesTheFile() throws IOException {
    Outcome outcome = Outcome.of("log", "plot", log(), "-o", "/dev/full", "--to", "svg");

    assertThat(outcome)
        .isEqualTo(new Outcome(1, "", "flowgauge: /dev/full: No space left on device\n"));
  }
}
