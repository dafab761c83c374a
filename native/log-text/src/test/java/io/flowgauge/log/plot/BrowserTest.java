package io.flowgauge.log.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.testsupport.QuietTab;
import io.flowgauge.testsupport.Tab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser. */
@ExtendWith(QuietTab.class)
class BrowserTest {
  private static final double MOST_PROCESSOR_SECONDS = 3;

  @TempDir private Path folder;
  private Tab tab;

  @BeforeEach
  void use(Tab opened) {
    tab = opened;
  }

  private void open(int jobs) throws IOException {
    LifelinePlot plot = LifelinePlot.titled("jobs").of(PlotLogs.cursor(PlotLogs.jobs(jobs)));
    Path page = Files.writeString(folder.resolve("plot.html"), PlotLogs.html(plot));
    tab.counting().go(page, "document.readyState === 'complete'");
    tab.focus("#plot");
  }

  @Test
  void page_keys_describeEvents() throws Exception {
    open(2);

    for (String key : new String[] {"n", "n", "l"}) {
      tab.press(key);
    }
    assertThat(tab.text("#say").replace('\n', '|'))
        .isEqualTo(
            "run|2014-05-13 16:53:20.002000000 UTC|lifeline 0, event 3 of 5|1.000 ms after queue,"
                + " 2.000 ms after the first");
    assertThat(tab.evaluate("tip.hidden").asBoolean()).isFalse();
    for (String key : new String[] {"+", "ArrowRight", "0", "Escape"}) {
      tab.press(key);
    }
    assertThat(tab.evaluate("tip.hidden").asBoolean()).isTrue();
    assertThat(tab.text("#title")).isEqualTo("jobs");
  }

  @Test
  void page_manyEvents_opensFast() throws Exception {
    open(20_000);

    assertThat(tab.text("#note"))
        .isEqualTo(
            "Shading: how many events at a time. Lines: 1 of 80 lifelines; zoom in for more.");
    assertThat(tab.processorSeconds()).isLessThan(MOST_PROCESSOR_SECONDS);
  }

  @Test
  void page_emptyLog_isDrawn() throws Exception {
    open(0);

    tab.press("n");

    assertThat(tab.text("#summary")).isEqualTo("no events");
  }
}
