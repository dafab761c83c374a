package io.flowgauge.learning.backtest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.learning.service.InputSize;
import io.flowgauge.learning.service.Observation;
import io.flowgauge.learning.service.Work;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The activities of one WfFormat run, with what the learning of service times may know of them.
 *
 * @param name of the run
 * @param submitted when it was submitted
 * @param activities what was done
 */
record WfRun(String name, Instant submitted, List<Observation> activities) {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern(
          "[yyyyMMdd'T'HHmmssZ][MM-dd-yy'T'HH:mm:ssX][yyyy-MM-dd'T'HH:mm:ssXXX]");

  static WfRun read(Path file) {
    try {
      String name = file.getFileName().toString().replace(".json", "");
      JsonNode workflow = JSON.readTree(file.toFile()).path("workflow");
      String when = workflow.path("execution").path("executedAt").asText();
      Instant submitted = OffsetDateTime.parse(when, TIME).toInstant();
      return new WfRun(name, submitted, new Reader(name, workflow).activities());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Application: the run's name up to the first hyphen. */
  String application() {
    return name.substring(0, name.indexOf('-'));
  }

  static String type(String activity) {
    return activity.replaceFirst("(_ID\\d+|_\\d+)$", "");
  }

  private static final class Reader {
    private final String run;
    private final JsonNode workflow;
    private final Map<String, Double> sizes = new HashMap<>();
    private final Map<String, List<String>> inputs = new LinkedHashMap<>();

    Reader(String run, JsonNode workflow) {
      this.run = run;
      this.workflow = workflow;
      JsonNode specification = workflow.path("specification");
      for (JsonNode file : specification.path("files")) {
        sizes.put(file.path("id").asText(), file.path("sizeInBytes").asDouble());
      }
      for (JsonNode activity : specification.path("tasks")) {
        List<String> files = new ArrayList<>();
        activity.path("inputFiles").forEach(file -> files.add(file.asText()));
        inputs.put(activity.path("id").asText(), files);
      }
    }

    List<Observation> activities() {
      Map<String, Set<String>> shared = shared();
      List<Observation> activities = new ArrayList<>();
      for (JsonNode activity : workflow.path("execution").path("tasks")) {
        String id = activity.path("id").asText();
        Work work = work(id, arguments(activity), shared.get(type(id)));
        activities.add(new Observation(work, activity.path("runtimeInSeconds").asDouble()));
      }
      return activities;
    }

    /** Of each type, the files that most of its activities read. */
    private Map<String, Set<String>> shared() {
      Map<String, Map<String, Integer>> counts = new HashMap<>();
      Map<String, Integer> sums = new HashMap<>();
      inputs.forEach(
          (id, files) -> {
            sums.merge(type(id), 1, Integer::sum);
            Map<String, Integer> count = counts.computeIfAbsent(type(id), t -> new HashMap<>());
            new HashSet<>(files).forEach(file -> count.merge(file, 1, Integer::sum));
          });
      Map<String, Set<String>> shared = new HashMap<>();
      counts.forEach((type, count) -> shared.put(type, most(count, sums.get(type))));
      return shared;
    }

    private static Set<String> most(Map<String, Integer> counts, int activities) {
      Set<String> files = new HashSet<>(counts.keySet());
      files.removeIf(file -> activities == 1 || counts.get(file) <= 0.5 * activities);
      return files;
    }

    private static String arguments(JsonNode activity) {
      List<String> words = new ArrayList<>();
      activity.path("command").path("arguments").forEach(word -> words.add(word.asText()));
      return String.join(" ", words);
    }

    private Work work(String id, String arguments, Set<String> shared) {
      List<String> files = inputs.get(id);
      double bytes = sum(files);
      double own = sum(files.stream().filter(file -> !shared.contains(file)).toList());
      return new Work(
          type(id),
          Optional.of(arguments),
          Optional.empty(),
          Optional.empty(),
          run,
          new InputSize(own, bytes, files.size()));
    }

    private double sum(List<String> files) {
      return files.stream().mapToDouble(file -> sizes.getOrDefault(file, 0.0)).sum();
    }
  }
}
