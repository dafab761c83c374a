///usr/bin/env jbang "$0" "$@" ; exit $?
//JAVA 17+
//DEPS io.flowgauge:flowgauge-lake:0.2.0
//DEPS io.flowgauge:flowgauge-metrics:0.2.0
//DEPS org.duckdb:duckdb_jdbc:2.0.0.1
//DEPS org.knowm.xchart:xchart:3.8.8

import io.flowgauge.store.ExperimentRepository;
import io.flowgauge.store.RunFilter;
import io.flowgauge.store.StoredRun;
import java.awt.Color;
import java.io.IOException;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;

/** Draws the makespans of a workflow's runs by the time of their start, a colour for each version. */
public final class Makespans {
  private Makespans() {}

  /**
   * Draws the picture.
   *
   * @param arguments a repository such as {@code lake:lake/}, a workflow, and the PNG to write
   * @throws IOException if the repository cannot be read, or the picture not written
   */
  public static void main(String... arguments) throws IOException {
    if (arguments.length != 3) {
      System.err.println("usage: Makespans.java REPOSITORY WORKFLOW PICTURE.png");
      System.exit(2);
    }
    XYChart chart =
        new XYChartBuilder()
            .width(1000)
            .height(500)
            .title("Makespans of " + arguments[1])
            .xAxisTitle("start of the run")
            .yAxisTitle("seconds")
            .build();
    chart.getStyler().setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setYAxisMin(0.0);
    try (ExperimentRepository repository = ExperimentRepository.connect(arguments[0])) {
      versions(repository.runs(RunFilter.all().workflow(arguments[1])))
          .forEach((version, runs) -> add(chart, version, runs));
    }
    BitmapEncoder.saveBitmap(chart, arguments[2], BitmapFormat.PNG);
  }

  /** The runs of which it is known when they started and how long they took. */
  private static Map<String, List<StoredRun>> versions(List<StoredRun> runs) {
    return runs.stream()
        .filter(run -> run.start().isPresent() && run.makespanSeconds().isPresent())
        .collect(Collectors.groupingBy(StoredRun::version, TreeMap::new, Collectors.toList()));
  }

  private static void add(XYChart chart, String version, List<StoredRun> runs) {
    chart.addSeries(
        "version " + version,
        runs.stream().map(run -> Date.from(run.start().orElseThrow())).toList(),
        runs.stream().map(run -> run.makespanSeconds().orElseThrow()).toList());
  }
}
