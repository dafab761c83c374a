package io.flowgauge.resources.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The ten series of processor load in the Numenta Anomaly Benchmark ({@code
 * data/realAWSCloudwatch/*cpu_utilization*.csv} of github.com/numenta/NAB), which this project may
 * not copy: a system property names their folder.
 */
class PublishedLoadTest {
  private static final String PROPERTY = "flowgauge.loads";
  private static final int SERIES = 10;

  /** Largest error of any series, relative to that of its last value. */
  private static final double WORST = 1.25;

  @ParameterizedTest
  @CsvSource({"1, 0.80", "12, 0.50", "60, 0.50"})
  void forecast_publishedLoads_beatsTheLastValue(int steps, double bar) throws IOException {
    List<Path> files = files();
    double logarithms = 0;
    double covered = 0;
    for (Path file : files) {
      Score score = Score.of(values(file), steps);
      assertThat(score.ofPersistence()).as(file.getFileName().toString()).isLessThan(WORST);
      logarithms += Math.log(score.ofPersistence());
      covered += score.covered();
    }
    assertThat(Math.exp(logarithms / files.size())).as("geometric mean").isLessThanOrEqualTo(bar);
    assertThat(covered / files.size()).as("share in the interval").isBetween(0.85, 0.95);
  }

  private static List<Path> files() throws IOException {
    String folder = System.getProperty(PROPERTY, "");
    assumeTrue(!folder.isEmpty(), "skipped: -D" + PROPERTY + " names no folder of series");
    try (Stream<Path> all = Files.list(Path.of(folder))) {
      List<Path> files =
          all.filter(file -> file.getFileName().toString().contains("cpu_utilization"))
              .sorted()
              .toList();
      assertThat(files).as("series in %s", folder).hasSize(SERIES);
      return files;
    }
  }

  private static double[] values(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .skip(1)
          .filter(line -> !line.isBlank())
          .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(',') + 1)))
          .toArray();
    }
  }
}
