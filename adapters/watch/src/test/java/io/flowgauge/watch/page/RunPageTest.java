package io.flowgauge.watch.page;

import static io.flowgauge.watch.page.LiveRuns.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.live.LiveMonitor;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.CodeProfile.Call;
import io.flowgauge.run.CodeProfile.CodeRegion;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.testsupport.Browser;
import io.flowgauge.testsupport.Tab;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser: what it shows, and that it keeps the reader's position. */
class RunPageTest {
  private static final String READY = "document.getElementById('app')?.dataset.ready";
  private static final String CANVAS = "#timeline canvas";

  @TempDir private Path folder;
  private LiveMonitor monitor;
  private LivePage page;
  private Tab tab;

  @BeforeEach
  void open() throws IOException {
    tab = Browser.shared().open();
    monitor = LiveMonitor.builder().logs(folder).open();
    page = LivePage.of(monitor).open();
  }

  @AfterEach
  void close() throws IOException {
    if (tab != null) {
      tab.close();
      page.close();
      monitor.close();
    }
  }

  private URI at(String id) {
    return page.address().resolve(id.isEmpty() ? "/" : "/runs/" + RunAddress.of(id));
  }

  private RunRecorder running(String id, int width) {
    RunRecorder recorder = monitor.recorder(id, "two layers");
    LiveRuns.declare(recorder, width);
    for (int k = 0; k < width; k++) {
      LiveRuns.begin(recorder, "a" + k);
    }
    LiveRuns.complete(recorder, "a0");
    return recorder;
  }

  private boolean holds(String condition) {
    return tab.evaluate("!!(" + condition + ")").asBoolean();
  }

  private void requireQuiet() {
    assertThat(tab.complaints()).isEmpty();
    String own = page.address().toString();
    assertThat(tab.requests()).allMatch(url -> url.startsWith(own) || url.equals("data:,"));
  }

  @Test
  void list_whileRunsGoOn_showsHowFarTheyAre() throws Exception {
    RunRecorder recorder = running("/data/one", 2);
    tab.go(at(""), READY);
    assertThat(tab.attribute("#runs a", "href")).isEqualTo("/runs/%2Fdata%2Fone");
    eventually(() -> tab.text("#runs").contains("1 of 4"));
    assertThat(tab.text("#runs")).contains("running");
    recorder.end(LiveRuns.now());
    running("two", 2);
    eventually(() -> tab.text("#runs").contains("finished"));
    eventually(() -> holds("document.querySelectorAll('#runs tbody tr').length === 2"));
    requireQuiet();
  }

  @Test
  void run_whileItGoesOn_showsItsStateAtOnceAndItsReportSoon() throws Exception {
    RunRecorder recorder = running("r", 3);
    tab.go(at("r"), READY);
    assertThat(tab.text("#now .verdict")).isEqualTo("Running: 1 of 6 activities completed");
    assertThat(tab.text("#running-table")).contains("a1").doesNotContain("a0");
    assertThat(tab.text("h1")).isEqualTo("two layers");
    eventually(() -> holds("document.querySelector('#workflow [data-stages=c]')"));
    eventually(() -> !tab.text("#remaining").contains("being made"));
    LiveRuns.complete(recorder, "a1");
    eventually(() -> tab.text("#now .verdict").equals("Running: 2 of 6 activities completed"));
    eventually(() -> !tab.text("#running-table").contains("a1"));
    eventually(() -> holds("document.querySelectorAll('#workflow [data-stages=c]').length === 2"));
    recorder.end(LiveRuns.now());
    eventually(() -> tab.text("#now .verdict").startsWith("Finished"));
    eventually(() -> tab.attribute("#app", "data-over").equals("true"));
    requireQuiet();
  }

  /** Lanes appear with the first measurement of a host and grow with further ones. */
  @Test
  void run_ofMeasuredHost_showsItsLoadUnderTheTimeline() throws Exception {
    RunRecorder recorder = running("r", 3);
    tab.go(at("r"), READY);
    eventually(() -> holds("document.querySelector('#timeline .hosts')"));
    assertThat(tab.evaluate("document.querySelector('.hosts').hidden").asBoolean()).isTrue();
    long now = LiveRuns.now();
    recorder.hostLoad(HostLoad.of("node", "cpu-busy", "ratio", now - 1_000_000_000L, now, .25));
    String label = "document.querySelector('.hosts canvas')?.getAttribute('aria-label')";
    eventually(() -> holds(label + "?.includes('processors busy mean 25.0 %')"));
    tab.focus(".hosts canvas");
    recorder.hostLoad(HostLoad.of("node", "cpu-busy", "ratio", now, now + 1, .75));
    recorder.hostLoad(HostLoad.of("node", "disk-read", "bytes_per_second", now - 9, now, 2048));
    eventually(() -> holds(label + "?.includes('25.0 % to 75.0 %; disk read mean 2.0 KiB/s')"));
    assertThat(holds("document.activeElement === document.querySelector('.hosts canvas')"))
        .isTrue();
    requireQuiet();
  }

  @Test
  void run_updated_keepsWhatTheReaderDid() throws Exception {
    RunRecorder recorder = running("r", 40);
    tab.go(at("r"), READY);
    tab.drag(CANVAS, 0.5, 0.8, 0.5);
    String begin = tab.attribute(CANVAS, "data-begin");
    String end = tab.attribute(CANVAS, "data-end");
    tab.click("#timeline details summary");
    tab.evaluate(
        "document.querySelectorAll('#timeline canvas, #activities input, #overheads svg')"
            + ".forEach(e => { e.kept = true; });"
            + "document.querySelector('#activities input').value = 'b1';"
            + "document.querySelector('#activities input').dispatchEvent(new Event('input'));"
            + "document.querySelector('#types button[data-value=log]').click();"
            + "document.querySelector('#types button[data-value=log]').focus();"
            + "document.querySelector('#types').scrollIntoView({behavior: 'instant'});");
    tab.drawn();
    double top = top("#types");
    String viewed = tab.attribute("#app", "data-viewed");
    for (int k = 1; k < 30; k++) {
      LiveRuns.complete(recorder, "a" + k);
      LiveRuns.begin(recorder, "b" + k);
    }
    eventually(() -> !tab.attribute("#app", "data-viewed").equals(viewed));
    eventually(() -> tab.text("#now .verdict").contains("30 of 80"));
    eventually(() -> tab.text("#types").contains("merge"));

    assertThat(tab.attribute(CANVAS, "data-begin")).isEqualTo(begin);
    assertThat(tab.attribute(CANVAS, "data-end")).isEqualTo(end);
    assertThat(holds("document.querySelector('#timeline canvas').kept")).isTrue();
    assertThat(holds("document.querySelector('#overheads svg').kept")).isTrue();
    assertThat(holds("document.querySelector('#activities input').kept")).isTrue();
    assertThat(holds("document.querySelector('#timeline details').open")).isTrue();
    assertThat(tab.text("#timeline details")).contains("a1");
    assertThat(tab.text("#activity-table")).contains("b12").doesNotContain("a1");
    assertThat(tab.attribute("#types button[data-value=log]", "aria-pressed")).isEqualTo("true");
    assertThat(
            holds("document.activeElement === document.querySelector('#types [data-value=log]')"))
        .isTrue();
    assertThat(top("#types")).isCloseTo(top, within(2.0));
    requireQuiet();
  }

  private static CodeProfile profile(long count) {
    List<CodeRegion> regions = new ArrayList<>();
    List<Call> calls = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      long nanos = count * (3 - k) * 1_000_000_000L;
      regions.add(new CodeRegion("program:f" + k, "", count, nanos, nanos / 2, 0));
      calls.add(new Call(k - 1, k, count, nanos));
    }
    return new CodeProfile(LiveRuns.now(), regions, calls);
  }

  @Test
  void code_ofRunningActivity_goesOnUnderTheReadersEyes() throws Exception {
    RunRecorder recorder = running("r", 2);
    tab.go(at("r"), READY);
    assertThat(holds("document.querySelector('#code')")).isFalse();
    recorder.codeProfile("a1", profile(1));
    eventually(() -> holds("document.querySelector('#code')"));
    tab.evaluate(
        "document.querySelector('#code .graph').kept = true;"
            + "document.querySelectorAll('#code-table .link')[2].focus();"
            + "document.querySelectorAll('#code-table .link')[2].click();");
    assertThat(tab.text("#code-detail h3")).isEqualTo("program:f2");
    recorder.codeProfile("a1", profile(3));
    eventually(() -> tab.text("#code-table").contains("9.0 s"));
    assertThat(tab.text("#code-detail h3")).isEqualTo("program:f2");
    assertThat(tab.text("#code-detail")).contains("History as a table");
    assertThat(holds("document.querySelector('#code .graph').kept")).isTrue();
    assertThat(tab.evaluate("document.activeElement.textContent").asText()).isEqualTo("program:f2");
    requireQuiet();
  }

  private double top(String selector) {
    return tab.evaluate("document.querySelector('" + selector + "').getBoundingClientRect().top")
        .asDouble();
  }

  @Test
  void run_ofHostileNames_showsThemHarmlessly() throws Exception {
    String evil =
        "<script>document.title='taken'</script><img src=x onerror=alert(1)>\u0000\n\u202e";
    RunRecorder recorder = monitor.recorder(evil + "x".repeat(1 << 20), evil.repeat(1_000));
    recorder.activity(Activity.of(evil, evil));
    LiveRuns.begin(recorder, evil);
    tab.go(at(""), READY);
    assertThat(tab.attribute("#runs a", "href")).startsWith("/runs/sha256-");
    assertThat(tab.text("#runs a")).startsWith("<script>");
    tab.go(at(evil + "x".repeat(1 << 20)), READY);
    eventually(() -> tab.text("#running-table").contains("<img src=x"));
    assertThat(tab.evaluate("document.title").asText()).doesNotStartWith("taken");
    assertThat(holds("document.querySelector('img, main script')")).isFalse();
    requireQuiet();
  }

  @Test
  void run_afterTheServerWasStartedAgain_goesOn() throws Exception {
    running("r", 2);
    tab.go(at("r"), READY);
    tab.evaluate("document.querySelector('#now').kept = true");
    int port = page.address().getPort();
    page.close();
    monitor.close();
    eventually(() -> tab.text(".link").contains("not connected"));
    monitor = LiveMonitor.builder().logs(folder).open();
    page = LivePage.of(monitor).port(port).open();
    LiveRuns.complete(monitor.recorder("r", ""), "a1");
    eventually(() -> tab.text("#now .verdict").contains("2 of 4"));
    eventually(() -> tab.text(".link").equals("live"));
    assertThat(holds("document.querySelector('#now').kept")).isTrue();
  }
}
