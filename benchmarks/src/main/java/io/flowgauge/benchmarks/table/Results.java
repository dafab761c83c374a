package io.flowgauge.benchmarks.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Results that JMH has written as JSON. Immutable. */
final class Results {
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  private static final List<String> OF_THIS_MACHINE = List.of("jvm", "jvmArgs");
  private static final List<String> OF_ITERATIONS =
      List.of("rawData", "rawDataHistogram", "scorePercentiles");

  private final List<JsonNode> all;

  private Results(List<JsonNode> all) {
    this.all = all;
  }

  /** Writes JMH's results to a file, without single iterations and facts of this machine. */
  static void write(byte[] json, Path file) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    JsonNode all = mapper.readTree(json);
    all.forEach(one -> ((ObjectNode) one).remove(OF_THIS_MACHINE));
    all.findParents("rawData").forEach(metric -> ((ObjectNode) metric).remove(OF_ITERATIONS));
    mapper.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), all);
  }

  static Results read(Path file) throws IOException {
    List<JsonNode> all = new ArrayList<>();
    new ObjectMapper().readTree(file.toFile()).forEach(all::add);
    return new Results(all);
  }

  /** Returns the figure of a benchmark, if it was run. */
  Optional<Figure> of(Cell cell) {
    return all.stream().filter(one -> isOf(one, cell)).findFirst().map(Results::figure);
  }

  private static boolean isOf(JsonNode one, Cell cell) {
    return one.get("benchmark").asText().equals(cell.fullName())
        && cell.parameters().entrySet().stream().allMatch(wanted -> has(one, wanted));
  }

  private static boolean has(JsonNode one, Map.Entry<String, String> parameter) {
    return one.path("params").path(parameter.getKey()).asText().equals(parameter.getValue());
  }

  private static Figure figure(JsonNode one) {
    JsonNode measured = one.get("primaryMetric");
    return Figure.of(
        measured.get("score").asDouble(),
        measured.get("scoreError").asDouble(Double.NaN),
        measured.get("scoreUnit").asText(),
        one.path("secondaryMetrics").path(ALLOCATED).path("score").asDouble(Double.NaN));
  }
}
