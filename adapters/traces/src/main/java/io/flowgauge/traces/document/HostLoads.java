package io.flowgauge.traces.document;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.traces.document.ActivityGenerator.TimeOutput;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.UnusedKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes loads of hosts in documents. Stateless. */
public final class HostLoads {
  private static final String LOAD = "[begin, end, least, mean, most]";

  private HostLoads() {}

  /** Identifies a series of loads. */
  private record Series(String host, String quantity, String unit) {}

  /** Adds a warning that a format cannot hold the loads of hosts. */
  public static void remarkLost(WorkflowRun run, List<Diagnostic> lost) {
    if (!run.hostLoads().isEmpty()) {
      long hosts = run.hostLoads().stream().map(HostLoad::host).distinct().count();
      lost.add(
          Diagnostic.warning(
              "hosts",
              "loads of " + hosts + (hosts == 1 ? " host" : " hosts") + " are not written"));
    }
  }

  static void write(List<HostLoad> loads, JsonGenerator json, TimeOutput times) throws IOException {
    if (loads.isEmpty()) {
      return;
    }
    Map<Series, List<HostLoad>> all = new LinkedHashMap<>();
    for (HostLoad load : loads) {
      Series series = new Series(load.host(), load.quantity(), load.unit());
      all.computeIfAbsent(series, s -> new ArrayList<>()).add(load);
    }
    json.writeArrayFieldStart(Keys.HOST_LOADS);
    for (var series : all.entrySet()) {
      json.writeStartObject();
      json.writeStringField(Keys.HOST, series.getKey().host());
      json.writeStringField(Keys.QUANTITY, series.getKey().quantity());
      json.writeStringField(Keys.UNIT, series.getKey().unit());
      json.writeArrayFieldStart(Keys.INTERVALS);
      for (HostLoad load : series.getValue()) {
        write(load, json, times);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void write(HostLoad load, JsonGenerator json, TimeOutput times)
      throws IOException {
    json.writeStartArray();
    times.write(load.beginNanos());
    times.write(load.endNanos());
    json.writeNumber(load.least());
    json.writeNumber(load.mean());
    json.writeNumber(load.most());
    json.writeEndArray();
  }

  static void read(JsonCursor json, DocumentTimes times, UnusedKeys unknown, RunRecorder into)
      throws IOException {
    json.array(index -> readSeries(json, times, unknown, into));
  }

  /** Reads a series; its loads are recorded at the end, because keys may stand in any order. */
  private static void readSeries(
      JsonCursor json, DocumentTimes times, UnusedKeys unknown, RunRecorder into)
      throws IOException {
    String[] names = {"", "", ""};
    List<HostLoad> loads = new ArrayList<>();
    json.object(
        key -> {
          switch (key) {
            case Keys.HOST -> names[0] = json.name("the name of a host");
            case Keys.QUANTITY -> names[1] = json.name("a quantity, such as cpu-busy");
            case Keys.UNIT -> names[2] = json.text();
            case Keys.INTERVALS -> json.array(index -> loads.add(load(json, times)));
            default -> unknown.skip(json, key);
          }
        });
    if (names[0].isEmpty() || names[1].isEmpty()) {
      throw json.error("loads without a host or quantity", "keys host and quantity");
    }
    for (HostLoad of : loads) {
      into.hostLoad(
          new HostLoad(
              names[0],
              names[1],
              names[2],
              of.beginNanos(),
              of.endNanos(),
              of.least(),
              of.mean(),
              of.most()));
    }
  }

  private static HostLoad load(JsonCursor json, DocumentTimes times) throws IOException {
    long[] nanos = new long[2];
    double[] values = new double[3];
    json.tuple(
        nanos.length + values.length,
        LOAD,
        index -> {
          if (index < nanos.length) {
            nanos[index] = times.nanos();
          } else {
            values[index - nanos.length] = json.number("a number").doubleValue();
          }
        });
    try {
      return new HostLoad("-", "-", "", nanos[0], nanos[1], values[0], values[1], values[2]);
    } catch (IllegalArgumentException e) {
      throw json.error(e.getMessage(), LOAD);
    }
  }
}
