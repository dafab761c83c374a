package io.flowgauge.report.html;

import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Loads of hosts: for each quantity, flat rows of begin, length, least, mean and most. Times are
 * microseconds since the start of the run; values have as many digits as a chart can show.
 */
final class HostData {
  /** Maximum number of lanes; more would fill a page. */
  private static final int MOST_HOSTS = 32;

  private static final MathContext DIGITS = new MathContext(4);

  private final JsonWriter json;
  private final Map<String, Map<Quantity, List<HostLoad>>> hosts = new LinkedHashMap<>();
  private final long origin;

  private record Quantity(String name, String unit) {}

  HostData(JsonWriter json, WorkflowRun run) {
    this.json = json;
    origin = run.startNanos().orElse(0);
    for (HostLoad load : run.hostLoads()) {
      hosts
          .computeIfAbsent(load.host(), host -> new LinkedHashMap<>())
          .computeIfAbsent(new Quantity(load.quantity(), load.unit()), q -> new ArrayList<>())
          .add(load);
    }
  }

  void write() throws IOException {
    json.number("count", hosts.size());
    json.array(
        "lanes",
        () -> {
          for (var host : hosts.entrySet().stream().limit(MOST_HOSTS).toList()) {
            json.object(() -> host(host.getKey(), host.getValue()));
          }
        });
  }

  private void host(String name, Map<Quantity, List<HostLoad>> quantities) throws IOException {
    json.name("name", name);
    json.array(
        "quantities",
        () -> {
          for (var quantity : quantities.entrySet()) {
            json.object(() -> quantity(quantity.getKey(), quantity.getValue()));
          }
        });
  }

  private void quantity(Quantity quantity, List<HostLoad> loads) throws IOException {
    json.name("name", quantity.name());
    json.name("unit", quantity.unit());
    json.array(
        "intervals",
        () -> {
          for (HostLoad load : loads) {
            json.micros(load.beginNanos() - origin);
            json.micros(load.endNanos() - load.beginNanos());
            json.element(rounded(load.least()));
            json.element(rounded(load.mean()));
            json.element(rounded(load.most()));
          }
        });
  }

  private static double rounded(double value) {
    return BigDecimal.valueOf(value).round(DIGITS).doubleValue();
  }
}
