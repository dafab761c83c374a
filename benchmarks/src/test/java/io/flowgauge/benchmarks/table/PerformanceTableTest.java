package io.flowgauge.benchmarks.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.benchmarks.table.Section.Row;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

class PerformanceTableTest {
  @TempDir private Path folder;

  static List<Cell> cells() {
    return Section.all().stream()
        .flatMap(section -> section.rows().stream())
        .flatMap(row -> row.cells().stream())
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @MethodSource("cells")
  void cell_isABenchmarkWithTheseParameters(Cell cell) throws Exception {
    String name = cell.fullName();
    Class<?> type = Class.forName(name.substring(0, name.lastIndexOf('.')));
    Method method = method(type, name.substring(name.lastIndexOf('.') + 1));
    assertThat(method.isAnnotationPresent(Benchmark.class)).isTrue();
    assertThat(parameters(type, method)).containsAll(cell.parameters().keySet());
  }

  /** Returns the parameters of a class, of its state classes and of a method. */
  private static List<String> parameters(Class<?> type, Method method) {
    return Stream.of(new Class<?>[] {type}, type.getDeclaredClasses(), method.getParameterTypes())
        .flatMap(Arrays::stream)
        .flatMap(each -> Arrays.stream(each.getDeclaredFields()))
        .filter(field -> field.isAnnotationPresent(Param.class))
        .map(Field::getName)
        .toList();
  }

  private static Method method(Class<?> type, String name) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(one -> one.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private Results results(String... lines) throws IOException {
    Path file = Files.createTempFile(folder, "results", ".json");
    Files.writeString(file, "[" + String.join(",", lines) + "]");
    return Results.read(file);
  }

  private static String line(
      String benchmark, Map<String, String> parameters, String score, String unit, int bytes) {
    String values =
        String.join(
            ",",
            parameters.entrySet().stream()
                .map(one -> "\"" + one.getKey() + "\": \"" + one.getValue() + "\"")
                .toList());
    return """
        {"benchmark": "io.flowgauge.benchmarks.%s", "params": {%s},
         "primaryMetric": {"score": %s, "scoreError": 3.0, "scoreUnit": "%s"},
         "secondaryMetrics": {"gc.alloc.rate.norm": {"score": %d}}}
        """
        .formatted(benchmark, values, score, unit, bytes);
  }

  @Test
  void table_ofTimes_hasTheRatioWithBothErrors() throws Exception {
    String log = "eventlog.EventLogBenchmark.";
    Results results =
        results(
            line(log + "flowgauge", Map.of("mode", "counter"), "20", "ns/op", 0),
            line(log + "flowgauge", Map.of("mode", "ring"), "45", "ns/op", 0),
            line(log + "handRing", Map.of(), "30", "ns/op", 0));
    assertThat(PerformanceTable.table(results))
        .contains(
            "| into the mapped ring (default) | 45.0 ± 3.0 ns | hand-written ring, 30.0 ± 3.0 ns |"
                + " 1.50 ± 0.18 | ≤ 1.1 |",
            "| with times by the counter (JDK 22+) | 20.0 ± 3.0 ns |"
                + " hand-written ring, 30.0 ± 3.0 ns | 0.667 ± 0.120 | ≤ 0.75 |");
  }

  @Test
  void table_ofRates_hasTimes() throws Exception {
    Results results =
        results(
            line("ReadingBenchmark.read", Map.of("kind", "SLURM"), "20", "ops/s", 0),
            line("ReadingBenchmark.baseline", Map.of("kind", "SLURM"), "10", "ops/s", 0));
    assertThat(PerformanceTable.table(results))
        .contains("| SLURM | 50.0 ± 7.5 ms | its parser alone, 100 ± 30 ms | 0.500 ± 0.168 |  |");
  }

  @Test
  void worse_moreThanATenthMoreAllocated_isListed() throws Exception {
    String report = "SmallReportBenchmark.report";
    Map<String, String> layered = Map.of("shape", "LAYERED");
    Results earlier = results(line(report, layered, "600", "us/op", 1000));
    Results same = results(line(report, layered, "900", "us/op", 1090));
    Results worse = results(line(report, layered, "600", "us/op", 1110));
    assertThat(PerformanceTable.worse(same, earlier)).isEmpty();
    assertThat(PerformanceTable.worse(worse, earlier))
        .containsExactly("Analysis: report on 1,000 activities allocates 1110 bytes, was 1000");
    assertThat(PerformanceTable.worse(earlier, worse)).isEmpty();
  }

  @Test
  void write_keepsScoresAlone() throws Exception {
    String json =
        """
        [{"benchmark": "io.flowgauge.benchmarks.RunningChainBenchmark.eventAndProbability",
          "jvm": "/somewhere/java", "jvmArgs": ["-Dhere"],
          "primaryMetric": {"score": 7, "scoreError": 1, "scoreUnit": "ns/op",
                            "scorePercentiles": {"0.0": 6}, "rawData": [[6, 8]]},
          "secondaryMetrics": {"gc.alloc.rate.norm": {"score": 24, "rawData": [[24]]}}}]
        """;
    Path file = folder.resolve("kept.json");
    Results.write(json.getBytes(UTF_8), file);
    assertThat(file).content().doesNotContain("somewhere", "-Dhere", "rawData", "Percentiles");
    assertThat(Results.read(file).of(Cell.of("RunningChainBenchmark.eventAndProbability")))
        .contains(new Figure(7, 1, 24));
  }

  @Test
  void sections_haveEachRowOnce() {
    List<String> names =
        Section.all().stream()
            .flatMap(section -> section.rows().stream())
            .map(PerformanceTableTest::named)
            .toList();
    assertThat(names).doesNotHaveDuplicates();
  }

  private static String named(Row row) {
    return row.what() + row.than();
  }
}
