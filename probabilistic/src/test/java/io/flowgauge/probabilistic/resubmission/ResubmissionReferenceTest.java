package io.flowgauge.probabilistic.resubmission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Resubmission;
import io.flowgauge.prediction.TimeoutChoice;
import io.flowgauge.testsupport.SharedData;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Resubmission against the parts {@code timeout} and {@code delayed_resubmission} of the reference
 * values.
 */
class ResubmissionReferenceTest {
  /** Relative tolerance; the reference prints 12 digits. */
  private static final double TOLERANCE = 1e-9;

  /** Absolute tolerance, as the reference computes the share of timeouts as 1 - F. */
  private static final double ROUND_OFF = 1e-15;

  @Test
  void timeout_referenceCases_hold() throws IOException {
    for (JsonNode of : part("timeout")) {
      Law latency = latency(of);
      for (JsonNode each : of.get("cases")) {
        int copies = each.get("copies").asInt();
        double timeout = each.get("timeout").asDouble();
        Law total = Resubmission.of(latency).copies(copies).timeout(timeout);

        near(total.mean(), each.get("mean"), of + " " + each);
        near(total.sd(), each.get("sd"), of + " " + each);
        double left = each.get("p_timeout").asDouble();
        assertThat(total.survival(timeout)).isCloseTo(left, within(TOLERANCE * left + ROUND_OFF));
      }
    }
  }

  @Test
  void bestTimeout_referenceCases_hold() throws IOException {
    for (JsonNode of : part("timeout")) {
      JsonNode best = of.get("optimal_timeout_copies_1");
      TimeoutChoice choice = Resubmission.of(latency(of)).bestTimeout(Law::mean);
      boolean isFinite = !best.get("timeout").isNull();
      boolean isDegenerate = best.get("note").asText().startsWith("degenerate");

      assertThat(choice.kind())
          .as(of.toString())
          .isEqualTo(
              isFinite
                  ? TimeoutChoice.Kind.FINITE
                  : isDegenerate ? TimeoutChoice.Kind.VANISHING : TimeoutChoice.Kind.NEVER);
      if (!best.get("mean").isNull()) {
        near(choice.objective(), best.get("mean"), of.toString());
      }
      if (isFinite) {
        assertThat(choice.onePercentRange().orElseThrow().contains(best.get("timeout").asDouble()))
            .isTrue();
      }
    }
  }

  @Test
  void delayed_referenceCases_hold() throws IOException {
    for (JsonNode each : part("delayed_resubmission")) {
      double every = each.get("t0").asDouble();
      Law total = Resubmission.of(latency(each)).delayed(every, each.get("timeout").asDouble());

      near(total.mean(), each.get("mean"), each.toString());
    }
  }

  private static void near(double actual, JsonNode expected, String of) {
    double value = expected.asDouble();
    assertThat(actual).as(of).isCloseTo(value, within(TOLERANCE * value));
  }

  private static Law latency(JsonNode of) {
    Map<?, ?> law = new ObjectMapper().convertValue(of.get("dist"), Map.class);
    Map<String, Object> parameters = new LinkedHashMap<>();
    law.forEach((name, value) -> parameters.put(name.toString(), value));
    double rho = of.get("rho").asDouble();
    Law plain = Law.of(of.get("dist").get("type").asText(), parameters);
    return rho > 0 ? plain.withOutliers(rho) : plain;
  }

  private static JsonNode part(String name) throws IOException {
    var file = SharedData.reference("makespan_reference.json").toFile();
    return new ObjectMapper().readTree(file).get(name).get("cases");
  }
}
