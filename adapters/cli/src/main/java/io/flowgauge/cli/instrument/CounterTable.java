package io.flowgauge.cli.instrument;

import io.flowgauge.analysis.Measured;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A table of counters per region, with reasons for those not measured. */
final class CounterTable {
  private final int width;

  CounterTable(int width) {
    this.width = width;
  }

  /** Writes the table, or nothing if no counters were requested. */
  void write(Page page, List<RegionProfile> regions) throws IOException {
    List<Metric> measured =
        Metric.counters().stream()
            .filter(counter -> regions.stream().anyMatch(region -> isMeasured(region, counter)))
            .toList();
    if (!measured.isEmpty()) {
      page.line("");
      Table table = new Table("~" + ">".repeat(measured.size()), width);
      table.row(row("region", measured.stream().map(Metric::label).toList()));
      regions.forEach(region -> table.row(row(region, measured)));
      table.write(page);
    }
    for (Map.Entry<String, List<String>> reason : reasons(regions).entrySet()) {
      page.paragraph(
          "  ", "Not measured: " + String.join(", ", reason.getValue()) + ": " + reason.getKey());
    }
  }

  private static boolean isMeasured(RegionProfile region, Metric counter) {
    return region.counters().containsKey(counter) && region.counters().get(counter).isMeasured();
  }

  private static String[] row(RegionProfile region, List<Metric> counters) {
    return row(
        RegionLabel.of(region.region()),
        counters.stream()
            .map(counter -> region.counters().getOrDefault(counter, Measured.absent("")))
            .map(CounterTable::cell)
            .toList());
  }

  private static String[] row(String first, List<String> others) {
    List<String> cells = new ArrayList<>(List.of(first));
    cells.addAll(others);
    return cells.toArray(String[]::new);
  }

  /** Returns the value, with the share of calls it covers unless it covers all. */
  private static String cell(Measured value) {
    if (!value.isMeasured()) {
      return Human.ABSENT;
    }
    return Nanos.count(value.value()) + Nanos.ofCalls(value);
  }

  /** Returns each reason once, with the counters that it applies to. */
  private static Map<String, List<String>> reasons(List<RegionProfile> regions) {
    Map<String, List<String>> counters = new LinkedHashMap<>();
    for (Metric counter : Metric.counters()) {
      regions.stream()
          .flatMap(
              region -> region.counters().getOrDefault(counter, Measured.of(0)).reason().stream())
          .distinct()
          .forEach(
              reason ->
                  counters.computeIfAbsent(reason, k -> new ArrayList<>()).add(counter.label()));
    }
    return counters;
  }
}
