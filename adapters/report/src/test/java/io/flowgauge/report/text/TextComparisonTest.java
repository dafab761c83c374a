package io.flowgauge.report.text;

import static io.flowgauge.run.EventType.ACTIVE;
import static io.flowgauge.run.EventType.COMPLETED;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.RunRecorder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TextComparisonTest {
  private static RunGroup group(String name, double... makespans) {
    List<RunValues> runs = new ArrayList<>();
    for (double makespan : makespans) {
      runs.add(RunValues.of("run", Set.of(), Map.of(Quantity.MAKESPAN, makespan)));
    }
    return new RunGroup(name, runs);
  }

  private static String text(RunGroup first, RunGroup second) throws IOException {
    StringBuilder out = new StringBuilder();
    new TextComparison().render(Flowgauge.compare(List.of(first, second)), out);
    return out.toString().replace("\n", " ");
  }

  @Test
  void comparison_severalEqualRuns_doesNotCallThemSingle() throws IOException {
    assertThat(text(group("old", 100), group("new", 110)))
        .contains("One run each proves little: telling a difference from noise needs several runs");
    assertThat(text(group("old", 100, 100), group("new", 110)))
        .contains("no quantity that the groups share varies among the runs of a group.")
        .doesNotContain("One run each");
    assertThat(text(group("old", 100, 101), group("new", 110))).contains("* marks quantities");
  }

  @Test
  void comparison_noiseOfTwoRuns_showsNoEffectSize() throws IOException {
    assertThat(text(group("old", 100, 101), group("new", 1100)))
        .containsPattern("run/makespan .* 0\\.00055 +– $");
  }

  /** Returns a run of 10 s, some of which were spent on staging in. */
  private static RunGroup staged(String name, long seconds) {
    RunRecorder recorder = Flowgauge.recorder("case");
    recorder.record("a", ACTIVE, 0, 1);
    recorder.record("a", COMPLETED, 10_000_000_000L, 1);
    recorder.phaseTime("a", PhaseType.STAGE_IN, seconds * 1_000_000_000L);
    RunReport report = Flowgauge.report(recorder.snapshot());
    return new RunGroup(name, List.of(RunValues.of(report, List.of())));
  }

  /** The ideal time of 10 s includes the 2 s of staging in. */
  @Test
  void comparison_negativeExternalLoad_saysWhy() throws IOException {
    String why = "External load is negative because ideal times and phases within applications";
    assertThat(text(staged("old", 0), staged("new", 0))).doesNotContain(why);
    assertThat(text(staged("old", 0), staged("new", 2)))
        .containsPattern("external load +0 s +-2.0 s")
        .containsOnlyOnce(why);
  }
}
