package io.flowgauge.metrics.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Critical path, levels and width of the published executions, as their README states them. */
class WfInstancesTest {
  private static final int TASKS = 1;
  private static final int SUM = 2;
  private static final int CRITICAL_PATH = 4;
  private static final int LEVELS = 6;
  private static final int WIDTH = 7;
  private static final int REST = 12;

  /** The README prints six decimals. */
  private static final double TOLERANCE = 1e-6;

  @TestFactory
  Stream<DynamicTest> report_publishedExecution_hasTheStatedFigures() throws IOException {
    List<String> readme = Files.readAllLines(SharedData.path("wfinstances/README.md"));
    return rows(readme)
        .map(row -> DynamicTest.dynamicTest(row.get(0), () -> check(row, paths(readme))));
  }

  /** Returns the rows of the table of reference values; the file name comes first. */
  private static Stream<List<String>> rows(List<String> readme) {
    int begin = readme.indexOf("## Reference values (plain Python, no dependency)");
    int end = readme.indexOf("## Critical paths (first maximum found; ties are possible)");
    return readme.subList(begin, end).stream()
        .filter(line -> line.startsWith("| `"))
        .map(line -> Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
        .map(cells -> cells.subList(1, cells.size()))
        .map(WfInstancesTest::withoutQuotes);
  }

  private static List<String> withoutQuotes(List<String> cells) {
    List<String> plain = new ArrayList<>(cells);
    plain.set(0, cells.get(0).replace("`", ""));
    return plain;
  }

  private static List<String> paths(List<String> readme) {
    return readme.stream().filter(line -> line.startsWith("- `") && line.contains(" -> ")).toList();
  }

  private static void check(List<String> row, List<String> paths) throws IOException {
    String file = row.get(0);
    RunReport report = Flowgauge.report(Flowgauge.read(SharedData.path("wfinstances/" + file)));
    var workflow = report.run().workflow();
    assertThat(workflow.activityCount()).isEqualTo(Integer.parseInt(row.get(TASKS)));
    assertThat(workflow.levelCount()).isEqualTo(Integer.parseInt(row.get(LEVELS)));
    assertThat(workflow.width()).isEqualTo(Integer.parseInt(row.get(WIDTH)));
    double criticalPath = Double.parseDouble(row.get(CRITICAL_PATH));
    assertThat(report.metrics().criticalPathProcessingSeconds().value())
        .isCloseTo(criticalPath, within(TOLERANCE));
    double sum =
        report.metrics().types().stream().mapToDouble(t -> t.totalSeconds().orElse(0)).sum();
    assertThat(sum).isCloseTo(Double.parseDouble(row.get(SUM)), within(TOLERANCE));
    double rest = Times.seconds(report.attribution().makespanNanos()) - criticalPath;
    assertThat(rest).isCloseTo(Double.parseDouble(row.get(REST)), within(TOLERANCE));
    checkPath(report, paths.stream().filter(l -> l.contains("`" + file + "`")).findFirst());
  }

  /**
   * Checks that the critical path is a path and as long as the stated one; the README shows any of
   * several equally long ones.
   */
  private static void checkPath(RunReport report, Optional<String> line) {
    String stated = line.orElseThrow();
    List<String> path = List.of(stated.substring(stated.indexOf(": ") + 2).split(" -> ", -1));
    assertThat(report.metrics().criticalPathByProcessing()).hasSameSizeAs(path);
    assertThat(report.metrics().criticalPathProcessingSeconds(path).value())
        .isCloseTo(report.metrics().criticalPathProcessingSeconds().value(), within(TOLERANCE));
  }
}
