package io.flowgauge.probabilistic.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.RunningChain;
import io.flowgauge.testsupport.SharedData;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Remaining times against the part {@code conditioning} of the reference values. */
class ConditioningReferenceTest {
  private static final double TOLERANCE = 1e-8;

  /** Tolerance for answers from interpolation tables. */
  private static final double TABLE_TOLERANCE = 1e-4;

  private static final List<String> QUANTILES = List.of("q50", "q90", "q95", "q99");

  @Test
  void remaining_referenceCases_hold() throws IOException {
    for (JsonNode each : cases()) {
      Forecast remaining = running(each).remaining(each.get("t_now").asDouble());
      JsonNode expected = each.get("remaining_time");

      near(remaining.mean(), expected, "mean");
      near(remaining.sd(), expected, "sd");
      for (String name : QUANTILES) {
        near(remaining.quantile(level(name)), expected, name);
      }
    }
  }

  @Test
  void probabilityWithin_referenceQuantiles_isTheirLevel() throws IOException {
    for (JsonNode each : cases()) {
      RunningChain run = running(each);
      double now = each.get("t_now").asDouble();
      for (String name : QUANTILES) {
        double deadline = now + each.get("remaining_time").get(name).asDouble();

        assertThat(run.probabilityWithin(deadline, now))
            .as(each.get("id") + " " + name)
            .isCloseTo(level(name), within(TABLE_TOLERANCE));
      }
    }
  }

  private static double level(String name) {
    return Double.parseDouble(name.substring(1)) / 100;
  }

  private static void near(double actual, JsonNode expected, String name) {
    double value = expected.get(name).asDouble();
    assertThat(actual).as(name).isCloseTo(value, within(TOLERANCE * value));
  }

  /**
   * Recreates the run of a reference case: each segment has finished the stages before its own,
   * which it started the given time ago.
   */
  private static RunningChain running(JsonNode of) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    Map<?, ?> given = new ObjectMapper().convertValue(of.get("dist"), Map.class);
    given.forEach((name, value) -> parameters.put(name.toString(), value));
    Law law = Law.of(of.get("dist").get("type").asText(), parameters);
    JsonNode segments = of.get("running");
    List<Law> services = Collections.nCopies(of.get("n_w").asInt(), law);
    RunningChain run = RunningChain.of(Mode.DSP, segments.size(), services);
    for (int k = 0; k < segments.size(); k++) {
      double start =
          of.get("t_now").asDouble() - segments.get(k).get("elapsed_in_stage").asDouble();
      for (int stage = 0; stage < segments.get(k).get("stage").asInt(); stage++) {
        run.finished(k, start);
      }
      run.started(k, start);
    }
    return run;
  }

  private static JsonNode cases() throws IOException {
    var file = SharedData.reference("makespan_reference.json").toFile();
    return new ObjectMapper().readTree(file).get("conditioning").get("cases");
  }
}
