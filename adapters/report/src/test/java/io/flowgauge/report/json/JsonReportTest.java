package io.flowgauge.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.PathStep;
import io.flowgauge.report.FakeReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonReportTest {

  @Test
  void json_forkJoin_hasTheFixedNames() throws IOException {
    Map<?, ?> root = object(parsed(Flowgauge.json(FakeReport.forkJoin())));

    assertThat(root.keySet().toArray())
        .containsExactly(
            "run",
            "makespanSeconds",
            "counts",
            "overheads",
            "attribution",
            "metrics",
            "diagnostics");
    assertThat(root.get("run")).isEqualTo("fork-join");
    assertThat(root.get("makespanSeconds")).isEqualTo(128.0);
    assertThat(root.get("counts"))
        .isEqualTo(
            Map.of(
                "activities", 7.0,
                "attempts", 9.0,
                "completedAttempts", 7.0,
                "failedAttempts", 2.0,
                "abortedAttempts", 0.0,
                "skippedActivities", 0.0,
                "uncompletedActivities", 0.0,
                "dependencies", 10.0));
  }

  @Test
  void json_overheads_leaveOutWhatWasNotMeasured() throws IOException {
    Map<?, ?> overheads = object(object(parsed(render(FakeReport.forkJoin()))).get("overheads"));

    assertThat(overheads.get("idealSeconds")).isEqualTo(50.0);
    assertThat(overheads.get("unidentifiedSeconds")).isEqualTo(-7.5);
    assertThat(overheads.get("classes"))
        .isEqualTo(
            Map.of(
                "submission", 0.0,
                "queue-residency", 9.0,
                "enactment", 25.0,
                "serialisation", 39.5,
                "restart", 12.0));
    assertThat(object(overheads.get("severity")).get("queue-residency")).isEqualTo(0.0703125);
    assertThat(object(overheads.get("severity"))).hasSize(5);
    assertThat(object(overheads.get("notMeasured")).get("polling"))
        .isEqualTo("the input has no such events");
    assertThat(overheads.get("idealSources")).isEqualTo(Map.of("own-time", 7.0));
    assertThat(overheads.get("lostWorkSeconds")).isEqualTo(8.25);
  }

  @Test
  void json_regions_areNumberedByTheirPlaceInTheTree() throws IOException {
    Map<?, ?> overheads = object(object(parsed(render(FakeReport.forkJoin()))).get("overheads"));
    Map<?, ?> fork = object(((List<?>) overheads.get("regions")).get(1));

    assertThat(object(((List<?>) overheads.get("regions")).get(0)).get("region"))
        .isEqualTo("sequence of 7");
    assertThat(fork)
        .isEqualTo(
            Map.of(
                "region",
                "2 parallel of 5",
                "kind",
                "parallel",
                "timeSeconds",
                90.0,
                "idealSeconds",
                30.0,
                "unidentifiedSeconds",
                8.5,
                "classes",
                Map.of("serialisation", 39.5, "restart", 12.0)));
  }

  @Test
  void json_attribution_sumsToTheMakespan() throws IOException {
    Map<?, ?> attribution =
        object(object(parsed(render(FakeReport.forkJoin()))).get("attribution"));

    assertThat(attribution)
        .isEqualTo(
            Map.of(
                "classes",
                Map.of(
                    "ideal", 55.0,
                    "enactment", 2.0,
                    "serialisation", 48.0,
                    "external-load", 10.0,
                    "restart", 13.0),
                "criticalPath",
                List.of("first", "m4", "last")));
  }

  @Test
  void json_estimatedPath_saysSo() throws IOException {
    var step = new PathStep("first", 1, Map.of(OverheadClass.UNIDENTIFIED, 2L));
    String text = render(FakeReport.forkJoin().withPath(List.of(step), true));

    Map<?, ?> attribution = object(object(parsed(text)).get("attribution"));
    assertThat(attribution.get("estimated")).isEqualTo(true);
    assertThat(attribution.get("classes")).isEqualTo(Map.of("ideal", 1e-9, "unidentified", 2e-9));
  }

  @Test
  void json_metrics_groupDelaysBySuccessor() throws IOException {
    Map<?, ?> metrics = object(object(parsed(render(FakeReport.forkJoin()))).get("metrics"));

    assertThat(metrics.get("synchronization-delay"))
        .isEqualTo(Map.of("m0", Map.of("first", 1.5), "last", Map.of("m0", 20.0, "m1", 0.0)));
    assertThat(metrics.get("synchronization-delays-to-started")).isEqualTo(1.0);
    assertThat(metrics.get("synchronization-delays-open")).isEqualTo(1.0);
    assertThat(metrics.get("critical-path-processing-seconds")).isEqualTo(45.0);
    assertThat(metrics.containsKey("mean-response-seconds")).isFalse();
    assertThat(object(metrics.get("coverage")).get("mean-queuing-seconds"))
        .isEqualTo(Map.of("measured", 3.0, "total", 7.0));
    assertThat(metrics.get("utilization")).isEqualTo(Map.of("p1", 0.875));
  }

  @Test
  void json_diagnostics_keepTheirOrder() throws IOException {
    List<?> diagnostics =
        (List<?>) object(parsed(render(FakeReport.forkJoin()))).get("diagnostics");

    assertThat(diagnostics).hasSize(3);
    assertThat(diagnostics.get(1))
        .isEqualTo(
            Map.of(
                "severity", "warning",
                "where", "activity m2",
                "message", "ends 0.5 s before it begins: the clocks disagree"));
  }

  @Test
  void json_emptyRun_hasNoMakespan() throws IOException {
    Map<?, ?> root = object(parsed(render(FakeReport.empty())));

    assertThat(root.containsKey("makespanSeconds")).isFalse();
    assertThat(root.get("overheads")).isEqualTo(Map.of());
  }

  private static String render(FakeReport report) throws IOException {
    StringBuilder out = new StringBuilder();
    new JsonReport().render(report, out);
    return out.toString();
  }

  private static Map<?, ?> object(Object value) {
    assertThat(value).isInstanceOf(Map.class);
    return (Map<?, ?>) value;
  }

  private static Object parsed(String text) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(text)) {
      parser.nextToken();
      Object value = value(parser);
      assertThat(parser.nextToken()).isNull();
      return value;
    }
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> members(parser);
      case START_ARRAY -> elements(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> parser.getDoubleValue();
    };
  }

  private static Map<String, Object> members(JsonParser parser) throws IOException {
    Map<String, Object> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      assertThat(members.put(name, value(parser))).as("a second " + name).isNull();
    }
    return members;
  }

  private static List<Object> elements(JsonParser parser) throws IOException {
    List<Object> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(parser));
    }
    return elements;
  }
}
