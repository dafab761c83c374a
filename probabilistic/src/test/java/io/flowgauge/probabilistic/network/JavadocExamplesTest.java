package io.flowgauge.probabilistic.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.Resubmission;
import io.flowgauge.workflow.Workflow;
import org.junit.jupiter.api.Test;

/** The examples in the Javadoc of the types for whole workflows. */
class JavadocExamplesTest {
  private final Workflow workflow =
      Flowgauge.workflow("w").then("split").then("b", "c").then("merge").build();

  @Test
  void predictionBuilder() {
    var forecast =
        Flowgauge.predict(workflow)
            .latency(Law.lognormal(300, 300))
            .mode(Mode.DSP)
            .dataSegments(126)
            .slots(64)
            .forecast();
    assertThat(forecast.mean()).isPositive();
  }

  @Test
  void networkForecast() {
    var latency = Law.lognormal(300, 300);
    var forecast = Flowgauge.predict(workflow).latency(latency).forecast();
    assertThat(forecast.criticality().get("merge")).isGreaterThan(0.999);
    assertThat(forecast.whatIf().slots(16).forecast().mean()).isPositive();
    assertThat(forecast.whatIf().latency(Resubmission.of(latency).timeout(900)).forecast().mean())
        .isLessThan(forecast.mean());
  }

  @Test
  void runningNetwork() {
    var run = Flowgauge.predict(workflow).latency(Law.lognormal(300, 300)).start();
    run.finished("split", 212.5);
    Forecast remaining = run.remaining(213);
    double p = run.probabilityWithin(3600, 213);
    assertThat(remaining.mean()).isPositive();
    assertThat(p).isBetween(0.9, 1.0);
  }
}
