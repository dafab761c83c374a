package io.flowgauge.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
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
}
