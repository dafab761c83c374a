package io.flowgauge.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.testsupport.QuietTab;
import io.flowgauge.testsupport.Tab;
import io.flowgauge.workflow.Activity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads of hosts under the timeline, in a real browser. */
@ExtendWith(QuietTab.class)
class HostLanesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final String LANE = "#timeline .hosts canvas";
  private static final String HOSTILE = "</script><img src=x onerror=alert(1)>";

  @TempDir private Path folder;
  private Tab tab;

  @BeforeEach
  void use(Tab opened) {
    tab = opened;
  }

  /** Records 100 s in which the processors are idle, then half busy. */
  static RunRecorder recorder() {
    RunRecorder recorder = Flowgauge.recorder("sorting");
    recorder.activity(Activity.of("sort", "sort"));
    recorder.record("sort", EventType.STARTED, 0, 1);
    recorder.record("sort", EventType.ACTIVE, 10 * SECOND, 1);
    recorder.record("sort", EventType.COMPLETED, 100 * SECOND, 1);
    return recorder;
  }

  static void load(RunRecorder recorder, String host) {
    for (int k = 0; k < 100; k++) {
      long begin = k * SECOND;
      long end = begin + SECOND;
      recorder.hostLoad(HostLoad.of(host, "cpu-busy", "ratio", begin, end, k < 50 ? 0 : .5));
      recorder.hostLoad(
          new HostLoad(host, "disk-read", "bytes_per_second", begin, end, 0, 1 << 20, 2 << 20));
    }
  }

  private void open(RunRecorder recorder) throws Exception {
    Pages.show(tab, Pages.write(folder, Flowgauge.report(recorder.snapshot())));
  }

  private String label() {
    return tab.attribute(LANE, "aria-label");
  }

  @Test
  void lanes_ofRunWithoutLoads_areNotThere() throws Exception {
    open(recorder());
    assertThat(tab.evaluate("document.querySelector('.hosts').hidden").asBoolean()).isTrue();
    assertThat(tab.evaluate("document.querySelectorAll('" + LANE + "').length").asInt()).isZero();
  }

  @Test
  void lanes_ofHosts_showWhatWasMeasuredInTheSpanShown() throws Exception {
    RunRecorder recorder = recorder();
    load(recorder, "node1");
    load(recorder, HOSTILE);
    open(recorder);
    assertThat(label())
        .isEqualTo(
            "Load of node1, 0 s to 1 min 40 s: processors busy mean 25.0 %, 0.0 % to 50.0 %;"
                + " disk read mean 1.0 MiB/s, 0 B/s to 2.0 MiB/s");
    assertThat(tab.evaluate("document.querySelectorAll('.hosts h3')[1].textContent").asText())
        .isEqualTo(HOSTILE);

    tab.focus("#timeline canvas");
    tab.press("+");
    tab.press("ArrowRight");
    tab.drawn();
    assertThat(label())
        .startsWith("Load of node1, 35.0 s to 1 min 25 s: processors busy mean 35.0");
    tab.focus(LANE);
    tab.press("0");
    tab.drawn();
    assertThat(label()).startsWith("Load of node1, 0 s to 1 min 40 s");
    assertThat(tab.attribute("#timeline canvas", "data-end")).isEqualTo("100");

    tab.press("ArrowDown");
    tab.press("ArrowDown");
    assertThat(tab.text("#tip"))
        .isEqualTo("disk readmean 1.0 MiB/s, 0 B/s to 2.0 MiB/s\n0 s to 1 min 40 s");
    tab.evaluate("document.querySelector('.hosts details summary').click()");
    tab.drawn();
    assertThat(tab.text(".hosts tbody tr")).isEqualTo("node1processors busy0.0 %25.0 %50.0 %");
  }

  /** Lanes are painted in the pixel columns of the times at which load was measured. */
  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void lanes_arePainted_whereTheTimelineHasThatTime(String theme) throws Exception {
    RunRecorder recorder = recorder();
    load(recorder, "node1");
    tab.theme(theme);
    open(recorder);
    JsonNode painted =
        tab.evaluate(
            "(() => { const lane = document.querySelector('"
                + LANE
                + "'), scale = lane.width / lane.clientWidth, wide = Math.floor(lane.width - 176 *"
                + " scale), rows = Math.round(11 * scale);"
                + "const all = lane.getContext('2d').getImageData(168 * scale, 8 * scale, wide,"
                + " rows).data, opaque = [0, 0];"
                + "for (let x = 0; x < wide; x++) [0, rows - 1].forEach((y, k) => { opaque[k] +="
                + " all[4 * (y * wide + x) + 3] === 255; });"
                + "return [wide, ...opaque]; })()");
    double width = painted.get(0).asDouble();
    // A quarter down, only ticks are painted; three quarters down, the whole second half is.
    assertThat(painted.get(1).asDouble()).isLessThan(width / 10);
    assertThat(painted.get(2).asDouble()).isCloseTo(width / 2, within(width / 10));
  }

  @Test
  void data_ofManyHosts_hasTheFirstAndTheirNumber() throws Exception {
    RunRecorder recorder = recorder();
    IntStream.range(0, 40).forEach(k -> load(recorder, "node" + k));
    JsonNode hosts =
        Pages.data(Pages.html(Flowgauge.report(recorder.snapshot()))).at("/runs/0/hosts");
    assertThat(hosts.get("count").asInt()).isEqualTo(40);
    List<String> names = new ArrayList<>();
    hosts.get("lanes").forEach(lane -> names.add(lane.get("name").asText()));
    assertThat(names).hasSize(32).startsWith("node0", "node1");
    JsonNode intervals = hosts.at("/lanes/31/quantities/0/intervals");
    assertThat(intervals).hasSize(500);
    assertThat(intervals.get(495).asLong()).isEqualTo(99_000_000);
    assertThat(intervals.get(498).asDouble()).isEqualTo(.5);
  }
}
