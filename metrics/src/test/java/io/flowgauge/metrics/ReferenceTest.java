package io.flowgauge.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.PathStep;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Overheads, attribution and metrics against the reference cases. */
class ReferenceTest {
  /** Accuracy that the reference states, in seconds. */
  private static final double TOLERANCE = 1e-6;

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> report_referenceCase_matches() throws IOException {
    Path file = SharedData.reference("overhead_reference.json");
    JsonNode reference = new ObjectMapper().readTree(file.toFile());
    return StreamSupport.stream(reference.get("cases").spliterator(), false)
        .map(c -> DynamicTest.dynamicTest(c.get("name").asText(), () -> check(c)));
  }

  private void check(JsonNode testCase) throws IOException {
    Path document = Files.writeString(folder.resolve("case.json"), testCase.toString());
    RunReport report = Flowgauge.report(Flowgauge.read(document));
    JsonNode expected = testCase.get("expected");
    if (expected.has("hierarchy")) {
      checkHierarchy(report.overheads().total(), expected.get("hierarchy"));
    }
    checkAttribution(report.attribution(), expected.get("attribution"));
    checkMetrics(report, expected.get("metrics"));
  }

  private static void checkHierarchy(RegionOverheads total, JsonNode expected) {
    assertThat(total.time().value()).isCloseTo(expected.get("makespan").asDouble(), tolerance());
    assertThat(total.ideal().value()).isCloseTo(expected.get("ideal").asDouble(), tolerance());
    assertClasses(labelled(total.classes()), expected.get("overheads"));
    assertThat(total.overhead(OverheadClass.UNIDENTIFIED).value())
        .isCloseTo(expected.get("unidentified").asDouble(), tolerance());
  }

  private static Map<String, Double> labelled(Map<OverheadClass, Double> classes) {
    Map<String, Double> labelled = new TreeMap<>();
    classes.forEach((overhead, seconds) -> labelled.put(overhead.label(), seconds));
    return labelled;
  }

  private static void assertClasses(Map<String, Double> actual, JsonNode expected) {
    Map<String, Double> wanted = new TreeMap<>();
    expected.properties().forEach(e -> wanted.put(e.getKey(), e.getValue().asDouble()));
    assertThat(actual.keySet()).isEqualTo(wanted.keySet());
    wanted.forEach(
        (name, seconds) -> assertThat(actual.get(name)).as(name).isCloseTo(seconds, tolerance()));
  }

  private static void checkAttribution(Attribution attribution, JsonNode expected) {
    Map<String, Double> classes = new TreeMap<>();
    classes.put("ideal", Times.seconds(attribution.idealNanos()));
    attribution.classes().forEach((c, nanos) -> classes.put(c.label(), Times.seconds(nanos)));
    // Rounding errors in the reference are below a nanosecond, which is the resolution here.
    Map<String, Double> wanted = new TreeMap<>();
    expected
        .get("classes")
        .properties()
        .forEach(e -> wanted.put(e.getKey(), e.getValue().asDouble()));
    wanted.values().removeIf(seconds -> seconds < 1e-9);
    classes.values().removeIf(seconds -> seconds < 5e-9);
    assertThat(classes.keySet()).isEqualTo(wanted.keySet());
    wanted.forEach(
        (name, seconds) -> assertThat(classes.get(name)).as(name).isCloseTo(seconds, tolerance()));
    List<String> path = new ArrayList<>();
    expected.get("path").forEach(id -> path.add(id.asText()));
    assertThat(attribution.criticalPath()).extracting(PathStep::activity).isEqualTo(path);
    assertThat(Times.seconds(attribution.makespanNanos()))
        .isCloseTo(expected.get("makespan").asDouble(), tolerance());
  }

  private static void checkMetrics(RunReport report, JsonNode expected) {
    assertThat(report.metrics().successRate().value())
        .isCloseTo(expected.get("success-rate").asDouble(), tolerance());
    assertThat(report.metrics().criticalPathProcessingSeconds().value())
        .isCloseTo(expected.get("critical-path-processing-seconds").asDouble(), tolerance());
    JsonNode delays = expected.get("synchronization-delay");
    int[] count = {0};
    report
        .metrics()
        .synchronizationDelays()
        .forEach(
            delay -> {
              JsonNode wanted = delays.get(delay.dependency().to()).get(delay.dependency().from());
              assertThat(delay.seconds()).isCloseTo(wanted.asDouble(), tolerance());
              count[0]++;
            });
    int wanted = 0;
    for (JsonNode ofActivity : delays) {
      wanted += ofActivity.size();
    }
    assertThat(count[0]).isEqualTo(wanted);
  }

  private static Offset<Double> tolerance() {
    return within(TOLERANCE);
  }
}
