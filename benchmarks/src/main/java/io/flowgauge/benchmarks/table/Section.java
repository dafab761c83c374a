package io.flowgauge.benchmarks.table;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Figures that are measured in one run of JMH.
 *
 * @param title title of the section
 * @param forks virtual machines for each benchmark
 * @param rows its figures
 */
record Section(String title, int forks, List<Row> rows) {
  /**
   * A figure.
   *
   * @param what the operation that is timed
   * @param ours its benchmark
   * @param than name of the baseline; empty if there is none
   * @param baseline benchmark of the baseline
   * @param goal limit of the ratio, or of the time; empty if there is none
   */
  record Row(String what, Cell ours, String than, Optional<Cell> baseline, String goal) {
    static Row of(String what, String ours, String than, String baseline, String goal) {
      return new Row(what, Cell.of(ours), than, Optional.of(Cell.of(baseline)), goal);
    }

    static Row alone(String what, String ours, String goal) {
      return new Row(what, Cell.of(ours), "", Optional.empty(), goal);
    }

    List<Cell> cells() {
      return baseline.map(other -> List.of(ours, other)).orElse(List.of(ours));
    }
  }

  private static final String LOG = "eventlog.EventLogBenchmark.";
  private static final String BRIDGE = "eventlog.BridgeBenchmark.";
  private static final String ORDER = "OrderStatisticBenchmark.";
  private static final String OF_THREE = " count=126 services=3";
  private static final String NETWORK = "network.NetworkBenchmark.";

  /** Returns all sections. */
  static List<Section> all() {
    return List.of(eventLog(), bridges(), makespan(), networks(), analysis(), reading());
  }

  private static Section eventLog() {
    String ring = LOG + "flowgauge mode=ring";
    String counter = LOG + "flowgauge mode=counter";
    String hand = LOG + "handRing";
    return new Section(
        "Event log: one event",
        5,
        List.of(
            Row.of("into the mapped ring (default)", ring, "hand-written ring", hand, "≤ 1.1"),
            Row.of(
                "with times by the counter (JDK 22+)",
                counter,
                "hand-written ring",
                hand,
                "≤ 0.75"),
            Row.of("with times by the counter", counter, "JFR", LOG + "jfr disk=true", "≤ 0.5"),
            Row.of(
                "with times by the counter",
                counter,
                "Log4j 2 asynchronous",
                LOG + "log4jAsync",
                "≤ 0.05"),
            Row.of("into the mapped ring", ring, "Logback", LOG + "logback", ""),
            Row.alone("the clock alone", LOG + "clock", "")));
  }

  private static Section bridges() {
    return new Section(
        "Event log: bridges",
        3,
        List.of(
            Row.of(
                "a Log4j 2 event",
                BRIDGE + "log4jEvents",
                "its file",
                BRIDGE + "log4jFile",
                "≤ 1.1"),
            Row.of(
                "a Logback event",
                BRIDGE + "logbackEvents",
                "its file",
                BRIDGE + "logbackFile",
                ""),
            Row.of(
                "a span",
                BRIDGE + "spanEvents",
                "OTLP file",
                BRIDGE + "spanOtlpFile",
                "≤ 0.5 µs")));
  }

  private static Section makespan() {
    String integration = ORDER + "integrationWithCommonsMath" + OF_THREE;
    return new Section(
        "Makespan: 126 of three services",
        3,
        List.of(
            Row.of(
                "mean and deviation from a table",
                ORDER + "dspMeanAndSdOfTable" + OF_THREE,
                "Commons Math",
                integration,
                ""),
            Row.alone("quantile from a table", ORDER + "dspQuantileOfTable" + OF_THREE, "≤ 20 ns"),
            Row.alone("make the table", ORDER + "makeDspTable" + OF_THREE, "≤ 0.5 ms"),
            Row.of(
                "precisely",
                ORDER + "preciseDsp" + OF_THREE,
                "Commons Math",
                integration,
                "≤ 2 ms")));
  }

  private static Section networks() {
    return new Section(
        "Makespan: any DAG",
        3,
        List.of(
            Row.of(
                "1,000 activities to 0.1 % of the mean",
                NETWORK + "forecastToPromille",
                "Monte Carlo",
                NETWORK + "plainMonteCarlo",
                "≤ 10 ms"),
            Row.of(
                "an event of 10,000 and the forecast",
                "network.RunningNetworkBenchmark.eventAndForecast",
                "Monte Carlo",
                "network.RunningNetworkBenchmark.plainMonteCarlo",
                ""),
            Row.of(
                "an event of 100,000 segments, and a probability",
                "RunningChainBenchmark.eventAndProbability",
                "sum over all",
                "RunningChainBenchmark.sumOverAllSegments",
                "")));
  }

  private static Section analysis() {
    return new Section(
        "Analysis",
        1,
        List.of(
            Row.of(
                "report on 1,000 activities",
                "SmallReportBenchmark.report shape=LAYERED",
                "plain JGraphT",
                "SmallReportBenchmark.baseline shape=LAYERED",
                "≤ 0.6 ms"),
            Row.of(
                "one more event of 100,000, and the report",
                "NextMomentBenchmark.report shape=LAYERED",
                "everything again",
                "NextMomentBenchmark.baseline shape=LAYERED",
                "≤ 2 ms"),
            Row.of(
                "record an event",
                "IntakeBenchmark.recorder",
                "objects",
                "IntakeBenchmark.baseline",
                ""),
            Row.alone("1,000,000 activities, all", "ScaleBenchmark.all shape=LAYERED", "≤ 1.5 s")));
  }

  private static Section reading() {
    return new Section(
        "Reading: 20,000 activities",
        1,
        List.of("NEXTFLOW", "SLURM", "DOCUMENT", "OTLP").stream()
            .map(
                kind ->
                    Row.of(
                        kind,
                        "ReadingBenchmark.read kind=" + kind,
                        "its parser alone",
                        "ReadingBenchmark.baseline kind=" + kind,
                        ""))
            .toList());
  }

  /** The benchmarks of all rows. */
  Set<String> benchmarks() {
    Set<String> names = new LinkedHashSet<>();
    rows.forEach(row -> row.cells().forEach(cell -> names.add(cell.fullName())));
    return names;
  }

  /** The values that each parameter takes. */
  Map<String, Set<String>> parameters() {
    Map<String, Set<String>> all = new TreeMap<>();
    rows.forEach(
        row ->
            row.cells()
                .forEach(
                    cell ->
                        cell.parameters()
                            .forEach(
                                (name, value) ->
                                    all.computeIfAbsent(name, key -> new TreeSet<>()).add(value))));
    return all;
  }
}
