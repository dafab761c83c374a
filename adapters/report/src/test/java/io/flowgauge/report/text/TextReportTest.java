package io.flowgauge.report.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.PathStep;
import io.flowgauge.report.FakeReport;
import io.flowgauge.report.layout.Human;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TextReportTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void text_forkJoin_isTheGoldenText() throws IOException {
    assertThat(Flowgauge.text(FakeReport.forkJoin())).isEqualTo(golden("fork-join.txt"));
  }

  /** The ideal time by the hierarchy of the fork-join is 50 s of 128 s. */
  @Test
  void text_idealOfHierarchyAndOfPath_areComparedInWords() throws IOException {
    assertThat(render(withUseful(50)))
        .contains("39 % was useful")
        .doesNotContain("The ideal time by regions");
    assertThat(render(withUseful(53))).doesNotContain("The ideal time by regions");
    assertThat(render(withUseful(90)))
        .contains("The ideal time by regions is only 50.0 s (39.1 %)");
    assertThat(render(withUseful(10)))
        .contains("The ideal time by regions is 50.0 s (39.1 %): the");
  }

  private static FakeReport withUseful(long seconds) {
    var lost = Map.of(OverheadClass.ENACTMENT, (128 - seconds) * SECOND);
    return FakeReport.forkJoin()
        .withPath(List.of(new PathStep("first", seconds * SECOND, lost)), false);
  }

  @Test
  void text_emptyRun_isShort() throws IOException {
    assertThat(render(FakeReport.empty()).lines()).hasSizeLessThan(8);
  }

  @Test
  void text_withoutDependencies_claimsNoPath() throws IOException {
    RunRecorder recorder = Flowgauge.recorder("loose");
    for (String id : List.of("a", "b")) {
      recorder.record(id, EventType.ACTIVE, 0, 1);
      recorder.record(id, EventType.COMPLETED, SECOND, 1);
    }
    assertThat(Flowgauge.text(Flowgauge.report(recorder.snapshot())))
        .contains("(1 activity, the last to end: what it waited for is not known)");
  }

  @Test
  void text_withoutMetrics_hasNoHeadingForThem() throws IOException {
    RunRecorder cached = Flowgauge.recorder("cached");
    cached.activity(Activity.of("a"));
    cached.start(0);
    cached.end(SECOND);
    assertThat(Flowgauge.text(Flowgauge.report(cached.snapshot())))
        .contains("Makespan    1.0 s")
        .doesNotContain("METRICS");
  }

  @Test
  void text_longPath_isCollapsedToTwelveLines() throws IOException {
    List<PathStep> steps =
        IntStream.range(0, 1000)
            .mapToObj(k -> new PathStep("step" + k, SECOND * (1 + k * 7919 % 100), Map.of()))
            .toList();
    String text = render(FakeReport.forkJoin().withPath(steps, false));

    List<String> path = section(text, "CRITICAL PATH");
    assertThat(path).hasSizeBetween(10, 12);
    assertThat(path).anyMatch(line -> line.contains("more"));
  }

  @Test
  void text_pathOfAlternatingSteps_isCollapsedToTwelveLines() throws IOException {
    List<PathStep> steps =
        IntStream.range(0, 13)
            .mapToObj(k -> new PathStep("step" + k, k % 2 == 0 ? 1 : SECOND, Map.of()))
            .toList();
    String text = render(FakeReport.forkJoin().withPath(steps, false));

    assertThat(section(text, "CRITICAL PATH")).hasSizeLessThanOrEqualTo(12);
  }

  @Test
  void text_hostileIds_stayInTheirCells() throws IOException {
    String id = "\u001b[31mred\n" + "x".repeat(100_000);
    var step = new PathStep(id, SECOND, Map.of(OverheadClass.POLLING, SECOND));
    var report =
        FakeReport.forkJoin()
            .withPath(List.of(step), true)
            .withDiagnostics(Collections.nCopies(100, Diagnostic.warning(id, id)));
    String text = render(report);

    assertThat(text).doesNotContain("\u001b").contains("88 more");
    assertThat(text.lines()).allMatch(line -> line.codePointCount(0, line.length()) <= 100);
    assertThat(text.lines()).allMatch(line -> line.equals(line.stripTrailing()));
  }

  @Test
  void duration_roundsIntoTheNextUnit() {
    assertThat(Human.duration(3723.4)).isEqualTo("1 h 02 min 03.4 s");
    assertThat(Human.duration(59.96)).isEqualTo("1 min 00.0 s");
    assertThat(Human.duration(3599.96)).isEqualTo("1 h 00 min 00.0 s");
    assertThat(Human.duration(0.9999)).isEqualTo("1.0 s");
    assertThat(Human.duration(-0.25)).isEqualTo("-250 ms");
    assertThat(Human.duration(251610)).isEqualTo("2 d 21 h 54 min");
    assertThat(Human.duration(86399.9)).isEqualTo("1 d 00 h 00 min");
    assertThat(Human.brief(3599.7)).isEqualTo("1 h 00 min");
    assertThat(Human.brief(86399)).isEqualTo("1 d 00 h");
    assertThat(Human.brief(0)).isEqualTo("0 s");
    assertThat(Human.brief(-1e-16)).isEqualTo("0 s");
    assertThat(Human.duration(-1e-16)).isEqualTo("0 s");
    assertThat(Human.brief(-1e-9)).isEqualTo("-1 ns");
    assertThat(Human.brief(2.5e-7)).isEqualTo("250 ns");
  }

  @Test
  void shortened_longText_losesItsMiddle() {
    assertThat(Human.shortened("abcdefghij", 10)).isEqualTo("abcdefghij");
    assertThat(Human.shortened("abcdefghijk", 10)).isEqualTo("abcde…hijk");
  }

  private static List<String> section(String text, String title) {
    return text.lines()
        .dropWhile(line -> !line.startsWith(title))
        .skip(2)
        .takeWhile(line -> !line.isEmpty())
        .toList();
  }

  private static String render(FakeReport report) throws IOException {
    StringBuilder out = new StringBuilder();
    new TextReport().render(report, out);
    return out.toString();
  }

  private static String golden(String name) throws IOException {
    try (var in = TextReportTest.class.getResourceAsStream(name)) {
      assertThat(in).as(name).isNotNull();
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
