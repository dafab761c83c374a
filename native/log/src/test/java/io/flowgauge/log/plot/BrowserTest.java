package io.flowgauge.log.plot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser, where there is one: Chromium, without a window. */
class BrowserTest {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final long PATIENCE_SECONDS = 60;

  @TempDir private Path folder;

  private static Path browser() {
    String[] folders = System.getenv().getOrDefault("PATH", "").split(":", -1);
    Path found =
        Stream.of(folders)
            .flatMap(in -> NAMES.stream().map(name -> Path.of(in, name)))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);
    assumeTrue(found != null, "skipped: no Chromium in PATH");
    return found;
  }

  /** The page's elements after its script has run, the script added to its end included. */
  private String shown(LifelinePlot plot, String script) throws Exception {
    Path page = folder.resolve("plot.html");
    String html = PlotLogs.html(plot);
    Files.writeString(
        page,
        html.replace(
            "</body>",
            "<pre id=probe></pre><script>onerror = e => { probe.textContent += e; };"
                + script
                + "</script></body>"));
    Path out = folder.resolve("dom");
    Process process =
        new ProcessBuilder(
                browser().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--user-data-dir=" + folder.resolve("profile"),
                "--dump-dom",
                page.toUri().toString())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assumeTrue(
          process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "skipped: Chromium does not end");
    } finally {
      process.destroyForcibly();
    }
    return probe(Files.readString(out, UTF_8));
  }

  private static String probe(String dom) {
    String begin = "<pre id=\"probe\">";
    assumeTrue(dom.contains(begin), "skipped: Chromium shows nothing here");
    int at = dom.indexOf(begin) + begin.length();
    return dom.substring(at, dom.indexOf("</pre>", at));
  }

  private static LifelinePlot jobs(int count) throws IOException {
    return LifelinePlot.titled("jobs").of(PlotLogs.cursor(PlotLogs.jobs(count)));
  }

  private static String key(String key) {
    return "plot.dispatchEvent(new KeyboardEvent('keydown', {key: '" + key + "'}));";
  }

  @Test
  void page_keys_tellOfEvents() throws Exception {
    String script =
        "draw();"
            + key("n")
            + key("n")
            + key("l")
            + "probe.textContent += say.textContent.replaceAll('\\n', '|');"
            + key("+")
            + key("ArrowRight")
            + key("0")
            + "draw();"
            + key("Escape")
            + "probe.textContent += ' ' + tip.hidden + ' ' + title.textContent;";

    assertThat(shown(jobs(2), script))
        .isEqualTo(
            "run|2014-05-13 16:53:20.002000000 UTC|lifeline 0, event 3 of 5|1.000 ms after queue,"
                + " 2.000 ms after the first true jobs");
  }

  @Test
  void page_manyEvents_opensFast() throws Exception {
    String script =
        "draw(); probe.textContent += note.textContent + ' ' + (performance.now() < 3000);";

    assertThat(shown(jobs(20_000), script))
        .isEqualTo(
            "Shading: how many events at a time. Lines: 1 of 80 lifelines; zoom in for more. true");
  }

  @Test
  void page_emptyLog_isDrawn() throws Exception {
    assertThat(shown(jobs(0), "draw();" + key("n") + "probe.textContent += summary.textContent;"))
        .isEqualTo("no events");
  }
}
