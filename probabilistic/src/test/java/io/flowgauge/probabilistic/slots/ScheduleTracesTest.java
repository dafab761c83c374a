package io.flowgauge.probabilistic.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleTracesTest {

  /** The contributions of activities add up to each makespan, so both must use the same samples. */
  @ParameterizedTest
  @CsvSource({"2500,1024,1", "2500,1024,40", "700,4096,7"})
  void sensitivity_onSlots_isOfTheSamplesOfTheForecast(int activities, int samples, int slots) {
    NetworkForecast forecast =
        Flowgauge.predict(layers(activities).build())
            .latency(Law.lognormal(300, 300))
            .slots(slots)
            .relativeError(1e-9)
            .maxSamples(samples)
            .forecast();

    double sum = forecast.sensitivity().values().stream().mapToDouble(s -> s).sum();
    assertThat(forecast.reasonSamples()).isEqualTo(samples);
    assertThat(sum).isCloseTo(forecast.mean(), within(1e-9 * forecast.mean()));
    assertThat(forecast.criticality().values()).allMatch(share -> share >= 0 && share <= 1);
  }

  /** Returns layers of five activities, each layer after the previous one. */
  private static WorkflowBuilder layers(int activities) {
    WorkflowBuilder workflow = Flowgauge.workflow("layers");
    List<String> before = new ArrayList<>();
    for (int k = 0; k < activities; k += 5) {
      List<String> layer = new ArrayList<>();
      for (int j = k; j < Math.min(activities, k + 5); j++) {
        layer.add("a" + j);
      }
      workflow.activities(layer.toArray(String[]::new));
      before.forEach(from -> workflow.dependency(from, layer.get(from.length() % layer.size())));
      before = layer;
    }
    return workflow;
  }
}
