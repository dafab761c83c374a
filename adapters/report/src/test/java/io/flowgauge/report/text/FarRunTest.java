package io.flowgauge.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FarRunTest {

  private static List<FarRun> far(double... makespans) {
    List<RunValues> runs = new ArrayList<>();
    for (double seconds : makespans) {
      runs.add(RunValues.of("run " + runs.size(), Set.of(), Map.of(Quantity.MAKESPAN, seconds)));
    }
    RunGroup other = new RunGroup("other", runs.subList(0, 1));
    return FarRun.of(Flowgauge.compare(List.of(new RunGroup("group", runs), other)));
  }

  @Test
  void of_disturbedRun_isNamed() {
    assertThat(far(100, 100, 100, 100, 174))
        .containsExactly(new FarRun("group", "run 4", 174, 100));
    assertThat(far(98, 101, 100, 99, 102, 140)).extracting(FarRun::run).containsExactly("run 5");
  }

  @Test
  void of_nearlyEqualRuns_areNotFar() {
    assertThat(far(100, 100, 100, 100, 100.001)).isEmpty();
    assertThat(far(100, 100, 101, 100, 100, 100)).isEmpty();
  }
}
