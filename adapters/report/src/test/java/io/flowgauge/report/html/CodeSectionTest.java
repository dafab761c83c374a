package io.flowgauge.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.CodeProfile.Call;
import io.flowgauge.run.CodeProfile.CodeRegion;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.testsupport.QuietTab;
import io.flowgauge.testsupport.Tab;
import io.flowgauge.workflow.Activity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The code regions of activities in a real browser. */
@ExtendWith(QuietTab.class)
class CodeSectionTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;
  private static final String HOSTILE = "prog:</script><img src=x onerror=alert(1)>";

  @TempDir private Path folder;
  private Tab tab;

  @BeforeEach
  void use(Tab opened) {
    tab = opened;
  }

  private static RunRecorder recorder() {
    RunRecorder recorder = Flowgauge.recorder("solving");
    for (String id : List.of("s1", "s2")) {
      recorder.activity(Activity.of(id, "solve"));
      recorder.record(id, EventType.STARTED, 0, 1);
      recorder.record(id, EventType.ACTIVE, 0, 1);
      recorder.record(id, EventType.COMPLETED, 10 * SECOND, 1);
    }
    return recorder;
  }

  /**
   * Returns the profile after some seconds: main calls exchange, exchange calls itself and
   * MPI_Send.
   */
  private static CodeProfile profile(long seconds) {
    return new CodeProfile(
        seconds * SECOND,
        List.of(
            new CodeRegion("stencil:main", "stencil.c:12", 0, 0, 0, seconds * SECOND),
            new CodeRegion(
                "stencil:exchange",
                "",
                seconds * 10,
                seconds * 600 * MILLI,
                seconds * 100 * MILLI,
                0),
            new CodeRegion(
                "libmpi.so:MPI_Send",
                "",
                seconds * 10,
                seconds * 500 * MILLI,
                seconds * 500 * MILLI,
                0)),
        List.of(
            new Call(0, 1, seconds * 10, seconds * 600 * MILLI),
            new Call(1, 2, seconds * 10, seconds * 500 * MILLI)));
  }

  private void open(RunRecorder recorder) throws Exception {
    RunReport report = Flowgauge.report(recorder.snapshot());
    Pages.show(tab, Pages.write(folder, report));
  }

  private String rows(String table) {
    return tab.evaluate(
            "[...document.querySelectorAll('"
                + table
                + " tbody tr')].map(r => [...r.cells].map(c => c.textContent).join('|')).join('\\n')")
        .asText();
  }

  private void pick(String activity) {
    tab.evaluate(
        "(() => { const s = document.querySelector('#code select'); s.value = '"
            + activity
            + "'; s.dispatchEvent(new Event('change')); })()");
  }

  @Test
  void section_ofRunWithoutSensors_isNotThere() throws Exception {
    open(recorder());
    assertThat(tab.evaluate("document.getElementById('code') === null").asBoolean()).isTrue();
  }

  @Test
  void section_ofInstrumentedActivities_showsRegionsCallsAndHistory() throws Exception {
    RunRecorder recorder = recorder();
    for (long seconds : List.of(2L, 4L, 8L)) {
      recorder.codeProfile("s1", profile(seconds));
    }
    recorder.codeProfile("s2", profile(1));
    open(recorder);

    // The sum of both comes first: 9 s.
    assertThat(rows("#code-table").lines())
        .containsExactly(
            "libmpi.so:MPI_Send|90|4.5 s|50 ms||4.5 s|83.3 %|",
            "stencil:exchange|90|5.4 s|60 ms||900 ms|16.7 %|",
            "stencil:main|0|0 s|–|8.0 s|0 s|0.0 %|");
    assertThat(tab.text("#code-detail")).contains("It was read only once");

    pick("activity s1");
    assertThat(rows("#code-table").lines())
        .first()
        .isEqualTo("libmpi.so:MPI_Send|80|4.0 s|50 ms||4.0 s|83.3 %|");
    tab.evaluate("document.querySelectorAll('#code-table .link')[1].click()");
    assertThat(tab.text("#code-detail h3")).isEqualTo("stencil:exchange");
    assertThat(tab.evaluate("document.activeElement.textContent").asText())
        .isEqualTo("stencil:exchange");
    assertThat(rows("#code-detail .halves").lines())
        .containsExactly("stencil:main|80|4.8 s", "libmpi.so:MPI_Send|80|4.0 s");
    assertThat(tab.evaluate("document.querySelectorAll('#code-detail path.level').length").asInt())
        .isEqualTo(2);
    assertThat(
            tab.evaluate("document.querySelector('#code-detail svg').getAttribute('aria-label')")
                .asText())
        .isEqualTo("Time of a call of stencil:exchange: from 60 ms to 60 ms, last 60 ms");
    tab.evaluate("document.querySelector('#code-detail details summary').click()");
    tab.drawn();
    assertThat(rows("#code-detail details").lines())
        .containsExactly("2.0 s|4.0 s|20|1.2 s", "4.0 s|8.0 s|40|2.4 s");
  }

  @Test
  void graph_ofRegions_ledByItsCallersAndClickable() throws Exception {
    RunRecorder recorder = recorder();
    recorder.codeProfile("s1", profile(8));
    open(recorder);
    assertThat(
            tab.evaluate(
                    "[...document.querySelectorAll('#code .graph .node')].map(n => n.textContent +"
                        + " (+n.getAttribute('transform').match(/[0-9.]+/)[0] | 0)).join()")
                .asText())
        .matches("MPI_Send\\d{3},exchange\\d{3},main4");
    tab.evaluate(
        "[...document.querySelectorAll('#code .graph .node')].find(n => n.textContent === 'main')"
            + ".dispatchEvent(new MouseEvent('click', {bubbles: true}))");
    assertThat(tab.text("#code-detail")).contains("stencil:main").contains("stencil.c:12");
    assertThat(tab.evaluate("document.querySelectorAll('#code .edge.on').length").asInt()).isOne();
  }

  @Test
  void section_ofHostileNamesAndManyRegions_staysLight() throws Exception {
    RunRecorder recorder = recorder();
    List<CodeRegion> regions = new ArrayList<>();
    List<Call> calls = new ArrayList<>();
    for (int k = 0; k < 1_000; k++) {
      long left = 1000L - k;
      String name = k == 0 ? HOSTILE : "prog:" + "very_long_name_".repeat(9) + k;
      regions.add(new CodeRegion(name, "", left, left * MILLI, left * MILLI, 0));
      calls.add(new Call(k / 3 - 1, k, left, left * MILLI));
      calls.add(new Call(k, k / 2, 1, 1));
    }
    for (int second = 1; second < 60; second++) {
      recorder.codeProfile("s1", new CodeProfile(second * SECOND, regions, calls));
    }
    open(recorder);
    assertThat(tab.text("#code-table .link")).isEqualTo(HOSTILE);
    assertThat(tab.evaluate("document.querySelectorAll('#code-table tbody tr').length").asInt())
        .isEqualTo(20);
    double before = tab.counting().processorSeconds();
    tab.click("#code-table > button");
    assertThat(tab.evaluate("document.querySelectorAll('#code-table tbody tr').length").asInt())
        .isEqualTo(1_000);
    assertThat(tab.processorSeconds() - before).isLessThan(1.5);
    assertThat(Pages.html(Flowgauge.report(recorder.snapshot())).length()).isLessThan(900_000);
  }
}
