package io.flowgauge.probabilistic.chain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.ChainForecast;
import io.flowgauge.prediction.ChainPrediction;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.testsupport.SharedData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Forecasts against the published values, each to the tolerance of its method. */
class ReferenceTest {
  /** The reference states 1e-9; its values have 10 digits after the point. */
  private static final double RELATIVE = 1e-9;

  /**
   * Tolerance for the reference's Fig. 2 at 13 and 14 data segments, whose values are 2e-9 off: the
   * mean of the largest of 13 standard normals is 1.667990177049127.
   */
  private static final double FIG2_RELATIVE = 5e-9;

  /** Absolute tolerance for standard deviations of values that are equal up to rounding. */
  private static final double ABSOLUTE = 1e-5;

  private static final List<String> QUANTILES = List.of("q50", "q90", "q95", "q99");
  private static JsonNode root;
  private static final Map<String, Law> LAWS = new HashMap<>();

  @BeforeAll
  static void read() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    root = mapper.readTree(SharedData.reference("makespan_reference.json").toFile());
    for (Map.Entry<String, JsonNode> each : root.get("distributions").properties()) {
      Map<String, Object> parameters =
          new HashMap<>(mapper.convertValue(each.getValue(), new TypeReference<>() {}));
      parameters.remove("dist_mean");
      parameters.remove("dist_sd");
      LAWS.put(each.getKey(), Law.of((String) parameters.get("type"), parameters));
    }
  }

  @Test
  void law_ofReference_hasItsMoments() {
    List<String> wrong = new ArrayList<>();
    LAWS.forEach(
        (name, law) -> {
          JsonNode expected = root.get("distributions").get(name);
          check(wrong, name + " mean", law.mean(), expected.get("dist_mean").asDouble());
          check(wrong, name + " sd", law.sd(), expected.get("dist_sd").asDouble());
        });
    assertThat(wrong).isEmpty();
  }

  @Test
  void forecast_dpOfReference_hasItsMomentsAndQuantiles() {
    assertThat(wrongIn(Mode.DP, "dp")).isEmpty();
  }

  @Test
  void forecast_dspOfReference_hasItsMomentsAndQuantiles() {
    assertThat(wrongIn(Mode.DSP, "dsp")).isEmpty();
  }

  private static List<String> wrongIn(Mode mode, String key) {
    List<String> wrong = new ArrayList<>();
    Map<String, ChainPrediction> chains = new HashMap<>();
    for (JsonNode each : root.get("dp_dsp_cases")) {
      String dist = each.get("dist").asText();
      int services = each.get("n_w").asInt();
      long segments = each.get("n_d").asLong();
      Forecast forecast =
          chains
              .computeIfAbsent(
                  dist + services,
                  k -> Flowgauge.predict().services(services, LAWS.get(dist)).mode(mode))
              .dataSegments(segments)
              .forecast();
      String name = key + " " + dist + " " + services + " " + segments + " ";
      JsonNode expected = each.get(key);
      check(wrong, name + "mean", forecast.mean(), expected.get("mean").asDouble());
      check(wrong, name + "sd", forecast.sd(), expected.get("sd").asDouble());
      Set<String> ambiguous = new HashSet<>();
      each.path("ambiguous_" + key + "_quantiles").forEach(q -> ambiguous.add(q.asText()));
      for (String q : QUANTILES) {
        double value = forecast.quantile(Double.parseDouble("0." + q.substring(1)));
        if (!ambiguous.contains(q)) {
          check(wrong, name + q, value, expected.get(q).asDouble());
        }
      }
    }
    return wrong;
  }

  private static void check(List<String> wrong, String name, double actual, double expected) {
    double tolerance = Math.max(RELATIVE * Math.abs(expected), expected < 1e-6 ? ABSOLUTE : 0);
    if (!(Math.abs(actual - expected) <= tolerance)) {
      wrong.add(name + ": " + actual + " is not " + expected);
    }
  }

  @Test
  void forecast_fig2_choosesPathByCountAndMode() {
    Law latency = Law.normal(300, 200);
    ChainPrediction two =
        Flowgauge.predict()
            .path("plain")
            .service(600, latency)
            .path("dashed")
            .services(2, latency)
            .serviceTimes(80, 80);
    List<String> wrong = new ArrayList<>();
    for (JsonNode each : root.get("fig2").get("values")) {
      long segments = each.get("n_d").asLong();
      for (Mode mode : Mode.values()) {
        double plain = each.get("plain").asDouble();
        double dashed = each.get(mode == Mode.DP ? "dashed_dp" : "dashed_dsp").asDouble();
        ChainForecast forecast = two.mode(mode).dataSegments(segments).forecast();
        String name = mode + " " + segments;
        double expected = Math.max(plain, dashed);
        if (!(Math.abs(forecast.mean() - expected) <= FIG2_RELATIVE * expected)) {
          wrong.add(name + ": " + forecast.mean() + " is not " + expected);
        }
        assertThat(forecast.path()).as(name).contains(plain > dashed ? "plain" : "dashed");
      }
    }
    assertThat(wrong).isEmpty();
  }
}
