package io.flowgauge.probabilistic.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.prediction.Range;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Forecasts of networks against the published values, each to the tolerance of its method. */
class NetworkReferenceTest {
  /** Relative error that lattices promise. */
  private static final double LATTICE = 1e-6;

  /** Standard errors of the reference, as its description suggests. */
  private static final double STANDARD_ERRORS = 4;

  /** Half-widths of 95 % intervals: a normal estimate is further off about once in 16,000 cases. */
  private static final double HALF_WIDTHS = 2;

  private static final List<String> QUANTILES = List.of("q50", "q90", "q95", "q99");

  /** Forecasts of the large networks, shared by two tests. */
  private static final Map<String, NetworkForecast> LARGE = new HashMap<>();

  @Test
  void forecast_smallNetworks_haveTheirDistribution() {
    List<String> wrong = new ArrayList<>();
    ReferenceNetworks.all("dags")
        .forEach(
            network -> {
              check(wrong, network, 1, network.get("expected"));
              Iterator<Map.Entry<String, JsonNode>> more =
                  network.get("expected_dsp").properties().iterator();
              more.forEachRemaining(
                  e -> check(wrong, network, Long.parseLong(e.getKey()), e.getValue()));
            });
    assertThat(wrong).isEmpty();
  }

  private static void check(List<String> wrong, JsonNode network, long count, JsonNode expected) {
    NetworkForecast forecast = ReferenceNetworks.predict(network).dataSegments(count).forecast();
    String name = network.get("id").asText() + " x " + count;
    if (forecast.error().kind() != ForecastError.Kind.ESTIMATE) {
      wrong.add(name + ": not computed; " + forecast);
    }
    check(wrong, name, forecast, expected, null);
  }

  @Test
  void forecast_networkOf13Arcs_hasItsDistribution() {
    List<String> wrong = new ArrayList<>();
    JsonNode network = ReferenceNetworks.read().get("san13");
    NetworkForecast forecast = ReferenceNetworks.predictSan13().forecast();
    check(wrong, "san13", forecast, network.get("expected"), network.get("standard_error"));
    assertThat(wrong).isEmpty();
  }

  @Test
  void forecast_largeNetworks_haveTheirDistribution() {
    List<String> wrong = new ArrayList<>();
    ReferenceNetworks.all("large_dags")
        .forEach(
            network ->
                check(
                    wrong,
                    network.get("id").asText(),
                    largeForecast(network),
                    network.get("expected"),
                    network.get("standard_error")));
    assertThat(wrong).isEmpty();
  }

  private static NetworkForecast largeForecast(JsonNode network) {
    return LARGE.computeIfAbsent(
        network.get("id").asText(), id -> ReferenceNetworks.predict(network).forecast());
  }

  private static void check(
      List<String> wrong, String name, NetworkForecast f, JsonNode expected, JsonNode errors) {
    check(wrong, name + " mean", f, f.error().mean(), expected.get("mean"), error(errors, "mean"));
    check(wrong, name + " sd", f, f.error().sd(), expected.get("sd"), error(errors, "sd"));
    for (String key : QUANTILES) {
      double p = Integer.parseInt(key.substring(1)) / 100.0;
      Range range = f.error().quantile(p);
      check(wrong, name + " " + key, f, range, expected.get(key), error(errors, key));
    }
    Range bracket = f.bracket();
    double slack = Math.abs(expected.get("mean").asDouble()) * LATTICE + 4 * error(errors, "mean");
    Range known = new Range(bracket.lower() - slack, bracket.upper() + slack);
    if (!known.contains(expected.get("mean").asDouble())) {
      wrong.add(name + ": " + bracket + " does not hold " + expected.get("mean"));
    }
  }

  private static double error(JsonNode errors, String key) {
    return errors == null ? 0 : errors.get(key).asDouble();
  }

  private static void check(
      List<String> wrong,
      String name,
      NetworkForecast forecast,
      Range range,
      JsonNode expected,
      double standardError) {
    double value = (range.lower() + range.upper()) / 2;
    boolean sampled = forecast.error().kind() == ForecastError.Kind.CONFIDENCE_INTERVAL;
    double own =
        sampled ? HALF_WIDTHS * (range.upper() - range.lower()) / 2 : LATTICE * Math.abs(value);
    double off = Math.abs(value - expected.asDouble());
    if (!(off <= own + STANDARD_ERRORS * standardError)) {
      wrong.add(name + ": " + range + " is not " + expected + "; " + forecast);
    }
  }

  @Test
  void criticality_largeNetworks_isThatOfTheReference() {
    List<String> wrong = new ArrayList<>();
    ReferenceNetworks.all("large_dags").forEach(network -> checkCriticality(wrong, network));
    assertThat(wrong).isEmpty();
  }

  private static void checkCriticality(List<String> wrong, JsonNode network) {
    NetworkForecast forecast = largeForecast(network);
    Map<String, Double> criticality = forecast.criticality();
    for (Map.Entry<String, JsonNode> each : network.get("criticality_top").properties()) {
      double expected = each.getValue().asDouble();
      double variance = expected * (1 - expected);
      double own = Math.sqrt(variance / forecast.reasonSamples());
      double theirs = Math.sqrt(variance / network.get("criticality_samples").asDouble());
      double off = Math.abs(criticality.get(each.getKey()) - expected);
      if (!(off <= 4.5 * own + STANDARD_ERRORS * theirs + 1e-4)) {
        wrong.add(each + " is not " + criticality.get(each.getKey()));
      }
    }
  }
}
