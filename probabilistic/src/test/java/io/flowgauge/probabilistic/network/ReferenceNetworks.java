package io.flowgauge.probabilistic.network;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.workflow.WorkflowBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Networks of the published reference values. */
final class ReferenceNetworks {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ReferenceNetworks() {}

  static JsonNode read() {
    try {
      return MAPPER.readTree(SharedData.reference("makespan_reference.json").toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<JsonNode> all(String key) {
    return StreamSupport.stream(read().get(key).spliterator(), false);
  }

  static Law law(JsonNode json) {
    Map<String, Object> parameters = MAPPER.convertValue(json, new TypeReference<>() {});
    return Law.of((String) parameters.get("type"), parameters);
  }

  /** Returns a prediction of a network whose edges name ids or indices. */
  static NetworkPrediction predict(JsonNode network) {
    WorkflowBuilder workflow = Flowgauge.workflow(network.get("id").asText());
    JsonNode nodes = network.get("nodes");
    nodes.forEach(node -> workflow.activities(node.get("id").asText()));
    network
        .get("edges")
        .forEach(e -> workflow.dependency(id(nodes, e.get(0)), id(nodes, e.get(1))));
    NetworkPrediction prediction = Flowgauge.predict(workflow.build());
    for (JsonNode node : nodes) {
      prediction = prediction.latency(node.get("id").asText(), law(node.get("dist")));
    }
    return prediction;
  }

  private static String id(JsonNode nodes, JsonNode end) {
    return end.isInt() ? nodes.get(end.asInt()).get("id").asText() : end.asText();
  }

  /**
   * Returns a prediction of the network of 13 arcs; each arc is an activity that follows the arcs
   * before it.
   */
  static NetworkPrediction predictSan13() {
    JsonNode network = read().get("san13");
    WorkflowBuilder workflow = Flowgauge.workflow("san13");
    for (int k = 0; k < network.get("durations").size(); k++) {
      workflow.activities("V" + k);
    }
    for (JsonNode path : network.get("paths")) {
      for (int k = 1; k < path.size(); k++) {
        workflow.dependency("V" + path.get(k - 1).asInt(), "V" + path.get(k).asInt());
      }
    }
    NetworkPrediction prediction = Flowgauge.predict(workflow.build());
    for (int k = 0; k < network.get("durations").size(); k++) {
      prediction = prediction.latency("V" + k, law(network.get("durations").get(k)));
    }
    return prediction;
  }
}
