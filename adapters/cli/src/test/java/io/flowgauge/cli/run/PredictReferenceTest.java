package io.flowgauge.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowgauge.cli.Outcome;
import io.flowgauge.testsupport.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Predictions for documents with laws that are built from the published reference values. */
class PredictReferenceTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Map<String, String> QUANTILES =
      Map.of("0.5", "q50", "0.9", "q90", "0.95", "q95", "0.99", "q99");

  /** Tolerance in half-widths of the reported 95 % interval. */
  private static final double WIDTHS = 3;

  /** Tolerance in seconds for exact reference values. */
  private static final double EXACT = 1e-4;

  @TempDir private Path folder;
  private JsonNode reference;

  @BeforeEach
  void read() throws IOException {
    reference = MAPPER.readTree(SharedData.reference("makespan_reference.json").toFile());
  }

  private Path document(JsonNode network) {
    ObjectNode document = MAPPER.createObjectNode().put("flowgauge", 1).put("name", "reference");
    ObjectNode activities = document.putObject("activities");
    JsonNode nodes = network.get("nodes");
    nodes.forEach(n -> activities.putObject(n.get("id").asText()).set("duration", n.get("dist")));
    var dependencies = document.putArray("dependencies");
    for (JsonNode edge : network.get("edges")) {
      dependencies.addArray().add(id(nodes, edge.get(0))).add(id(nodes, edge.get(1)));
    }
    return write(document);
  }

  private static String id(JsonNode nodes, JsonNode end) {
    return end.isInt() ? nodes.get(end.asInt()).get("id").asText() : end.asText();
  }

  private Path write(JsonNode document) {
    try {
      return Files.writeString(folder.resolve("laws.json"), document.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode predict(Path file, String... options) throws IOException {
    List<String> args = new ArrayList<>(List.of("predict", file.toString(), "--format=json"));
    args.addAll(List.of(options));
    Outcome outcome = Outcome.of(args.toArray(String[]::new));
    assertThat(outcome.err()).isEmpty();
    return MAPPER.readTree(outcome.out());
  }

  /** Checks that the mean is within its stated error, and quantiles within 2 %. */
  private static void check(String what, JsonNode answer, JsonNode expected, double spread) {
    double mean = expected.get("mean").asDouble();
    JsonNode range = answer.at("/error/mean");
    double width = range.get("upper").asDouble() - range.get("lower").asDouble();
    assertThat(answer.get("meanSeconds").asDouble())
        .as(what)
        .isCloseTo(mean, within(WIDTHS / 2 * width + spread));
    QUANTILES.forEach(
        (level, key) -> {
          double quantile = expected.get(key).asDouble();
          assertThat(answer.at("/quantiles").get(level).asDouble())
              .as(what + " " + key)
              .isCloseTo(quantile, within(0.02 * quantile));
        });
  }

  @Test
  void predict_referenceNetworks_areAsExpected() throws IOException {
    for (JsonNode network : reference.get("dags")) {
      Path file = document(network);
      String name = network.get("id").asText();
      check(name, predict(file), network.get("expected"), EXACT);
      for (Map.Entry<String, JsonNode> each : network.get("expected_dsp").properties()) {
        JsonNode answer = predict(file, "--mode=dsp", "--data-segments=" + each.getKey());
        check(name + " dsp " + each.getKey(), answer, each.getValue(), EXACT);
      }
    }
  }

  @Test
  void predict_largeReferenceNetworks_areAsExpected() throws IOException {
    for (JsonNode network : reference.get("large_dags")) {
      JsonNode answer = predict(document(network));
      double spread = 4 * network.at("/standard_error/mean").asDouble();
      check(network.get("id").asText(), answer, network.get("expected"), spread);
      assertThat(answer.get("criticality")).isNotEmpty();
    }
  }

  @Test
  void predict_lawsOfReference_haveTheirMoments() throws IOException {
    for (JsonNode law : reference.get("distributions")) {
      ObjectNode document = MAPPER.createObjectNode().put("flowgauge", 1);
      document.putObject("activities").putObject("a").set("duration", law);
      JsonNode answer = predict(write(document));

      assertThat(answer.get("meanSeconds").asDouble())
          .as(law.toString())
          .isCloseTo(
              law.get("dist_mean").asDouble(), within(1e-6 * law.get("dist_mean").asDouble()));
      assertThat(answer.get("sdSeconds").asDouble())
          .as(law.toString())
          .isCloseTo(law.get("dist_sd").asDouble(), within(1e-4 * law.get("dist_sd").asDouble()));
    }
  }
}
