package io.flowgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.comparison.GroupSpeedup;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.Quantity.Kind;
import io.flowgauge.comparison.Quantity.Unit;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.comparison.Subgraph;
import io.flowgauge.testsupport.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recomputes the gallery's figures directly from the columns of the traces. */
class GalleryTest {
  private static final Set<String> IMAGE =
      Set.of("tRawImage", "mImgtbl1", "mProject", "tProjectedImage");

  private final Map<String, Map<String, String>> tasks = new LinkedHashMap<>();
  private final Map<String, List<String>> predecessors = new HashMap<>();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void montage_onResources_hasTheFiguresOfItsTrace(int resources) throws IOException {
    Path folder = Checkout.root().resolve("samples/montage-sites/resources-" + resources);
    read(folder);
    RunValues values =
        RunValues.of(
            Flowgauge.report(Flowgauge.read(folder)), List.of(new Subgraph("image", IMAGE)));

    assertThat(seconds(values, Kind.SUBGRAPH, "image", "critical-path-processing"))
        .isCloseTo(longest(), within(1e-9));
    assertThat(seconds(values, Kind.TYPE, "mImgtbl2", "synchronization-delay"))
        .isCloseTo(delay("mImgtbl2"), within(1e-6));
    if (resources > 1) {
      assertThat(seconds(values, Kind.TYPE, "mProject", "load-imbalance"))
          .isCloseTo(imbalance("mProject"), within(1e-6));
    }
  }

  /**
   * S = min T_seq / T and E = 1 / (T · sum of 1 / T_seq), with T up to the last end in Slurm's
   * records.
   */
  @Test
  void dft_onGrowingSites_hasTheSpeedupsOfItsRecords() throws IOException {
    Map<String, Double> makespans = new HashMap<>();
    List<RunGroup> groups = new ArrayList<>();
    for (String sites : List.of("A", "B", "C", "AB", "ABC")) {
      Path folder = Checkout.root().resolve("samples/dft-sites").resolve(sites);
      makespans.put(sites, lastEnd(folder) - start(folder));
      RunValues values = RunValues.of(Flowgauge.report(Flowgauge.read(folder)), List.of());
      groups.add(new RunGroup(sites, List.of(values)));
    }
    List<GroupSpeedup> speedups = Flowgauge.compare(groups).siteSpeedups();

    assertThat(speedups).hasSize(5);
    for (GroupSpeedup speedup : speedups) {
      double[] alone =
          speedup.group().chars().mapToDouble(c -> makespans.get("" + (char) c)).toArray();
      double makespan = makespans.get(speedup.group());
      assertThat(speedup.makespanSeconds()).isCloseTo(makespan, within(1e-6));
      assertThat(speedup.speedup().speedup())
          .isCloseTo(Arrays.stream(alone).min().orElseThrow() / makespan, within(1e-6));
      assertThat(speedup.speedup().efficiency())
          .isCloseTo(1 / makespan / Arrays.stream(alone).map(t -> 1 / t).sum(), within(1e-6));
    }
  }

  private static double start(Path folder) throws IOException {
    String first = Files.readAllLines(folder.resolve("workflow.tsv")).get(0);
    return Double.parseDouble(first.replace("start\t", ""));
  }

  private static double lastEnd(Path folder) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("sacct.txt"));
    int end = List.of(lines.get(0).split("\\|", -1)).indexOf("End");
    return lines.stream()
        .skip(1)
        .map(line -> line.split("\\|", -1))
        .filter(cells -> !cells[0].contains("."))
        .mapToDouble(cells -> Instant.parse(cells[end] + "Z").getEpochSecond())
        .max()
        .orElseThrow();
  }

  /** Checks the work lost in failed attempts, and their number. */
  @ParameterizedTest
  @ValueSource(strings = {"povray-serial", "povray", "povray-slurm"})
  void povray_withRetries_hasTheLossesOfItsTrace(String sample) throws IOException {
    Path folder = Checkout.root().resolve("samples").resolve(sample);
    List<String> lines = Files.readAllLines(folder.resolve("trace.txt"));
    List<String> head = List.of(lines.get(0).split("\t", -1));
    double lost = 0;
    int failed = 0;
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t", -1);
      if (cells[head.indexOf("status")].equals("FAILED")) {
        failed++;
        lost += Double.parseDouble(cells[head.indexOf("realtime")]) / 1000;
      }
    }
    RunValues values = RunValues.of(Flowgauge.report(Flowgauge.read(folder)), List.of());
    Quantity failures = new Quantity(Kind.METRIC, "", "failed-attempts", Unit.COUNT);
    Quantity success = new Quantity(Kind.METRIC, "", "success-rate", Unit.RATIO);

    assertThat(values.value(failures)).hasValue(failed);
    assertThat(values.value(success).orElseThrow())
        .isCloseTo(1 - failed / (lines.size() - 1.0), within(1e-12));
    if (failed > 0) {
      assertThat(seconds(values, Kind.METRIC, "", "lost-work")).isCloseTo(lost, within(1e-6));
    }
  }

  private static double seconds(RunValues values, Kind kind, String subject, String name) {
    return values.value(new Quantity(kind, subject, name, Unit.SECONDS)).orElseThrow();
  }

  private void read(Path folder) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("trace.txt"));
    String[] head = lines.get(0).split("\t", -1);
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t", -1);
      Map<String, String> task = new HashMap<>();
      for (int k = 0; k < head.length; k++) {
        task.put(head[k], cells[k]);
      }
      tasks.put(task.get("task_id"), task);
    }
    List<String> edges = Files.readAllLines(folder.resolve("edges.tsv"));
    for (String line : edges.subList(1, edges.size())) {
      String[] cells = line.split("\t", -1);
      predecessors.computeIfAbsent(cells[1], id -> new ArrayList<>()).add(cells[0]);
    }
  }

  private double cell(String id, String column) {
    return Double.parseDouble(tasks.get(id).get(column)) / 1000;
  }

  private List<String> of(String process) {
    return tasks.keySet().stream()
        .filter(id -> tasks.get(id).get("process").equals(process))
        .toList();
  }

  private double longest() {
    return tasks.keySet().stream().mapToDouble(this::pathTo).max().orElseThrow();
  }

  private double pathTo(String id) {
    if (!IMAGE.contains(tasks.get(id).get("process"))) {
      return 0;
    }
    double before =
        predecessors.getOrDefault(id, List.of()).stream().mapToDouble(this::pathTo).max().orElse(0);
    return before + cell(id, "realtime");
  }

  private double delay(String process) {
    String id = of(process).get(0);
    double first =
        predecessors.get(id).stream().mapToDouble(p -> cell(p, "complete")).min().orElseThrow();
    return cell(id, "submit") - first;
  }

  private double imbalance(String process) {
    var times =
        of(process).stream()
            .mapToDouble(id -> cell(id, "complete") - cell(id, "start"))
            .summaryStatistics();
    return times.getMax() - times.getAverage();
  }
}
