package io.flowgauge.report.html;

import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.document.JsonWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * The use of processors (cores), memory and storage (bytes) by the activities of each type, as far
 * as the trace has it: minimum, lower quartile, median, upper quartile, maximum and mean.
 */
final class ResourceData {
  private static final double PERCENT = 0.01;
  private static final double MEBIBYTE = 1 << 20;

  /** Processor seconds, which are divided by the processing time to give cores. */
  private static final String CPU_SECONDS = "cpu_seconds";

  private static final Quantile QUANTILE =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF7);

  /**
   * An attribute that readers of traces give to activities.
   *
   * @param unit the value of 1 in cores or bytes
   */
  private record Source(String attribute, double unit) {}

  /**
   * A resource with the attributes that may hold it; the first that an activity has counts.
   *
   * @param name its name in the page's data
   */
  private record Resource(String name, List<Source> sources) {}

  private static final List<Resource> RESOURCES =
      List.of(
          new Resource(
              "cpu",
              List.of(
                  new Source("%cpu", PERCENT),
                  new Source("avgCPU", PERCENT),
                  new Source(CPU_SECONDS, 1))),
          new Resource(
              "memory",
              List.of(
                  new Source("peak_rss", 1),
                  new Source("memoryInBytes", 1),
                  new Source("max_rss_MB", MEBIBYTE),
                  new Source("memory_MB", MEBIBYTE))),
          new Resource(
              "read",
              List.of(
                  new Source("rchar", 1),
                  new Source("readBytes", 1),
                  new Source("io_in_MB", MEBIBYTE),
                  new Source("bytes_read_MB", MEBIBYTE))),
          new Resource(
              "written",
              List.of(
                  new Source("wchar", 1),
                  new Source("writtenBytes", 1),
                  new Source("io_out_MB", MEBIBYTE),
                  new Source("bytes_written_MB", MEBIBYTE))));

  private final JsonWriter json;
  private final RunReport report;
  private final TypeIndex types;

  ResourceData(JsonWriter json, RunReport report, TypeIndex types) {
    this.json = json;
    this.report = report;
    this.types = types;
  }

  /** Writes the resources for which there are values. */
  void write() throws IOException {
    for (Resource resource : RESOURCES) {
      Map<Integer, DoubleStream.Builder> known = usesByType(resource);
      if (!known.isEmpty()) {
        json.object(
            () -> {
              json.text("name", resource.name());
              json.array("types", () -> types(known));
            });
      }
    }
  }

  private Map<Integer, DoubleStream.Builder> usesByType(Resource resource) {
    Map<Integer, DoubleStream.Builder> known = new TreeMap<>();
    for (int a = 0; a < report.run().workflow().activityCount(); a++) {
      OptionalDouble used = used(resource, a);
      if (used.isPresent()) {
        known.computeIfAbsent(types.of(a), type -> DoubleStream.builder()).add(used.getAsDouble());
      }
    }
    return known;
  }

  private OptionalDouble used(Resource resource, int activity) {
    Map<String, String> attributes = report.run().workflow().activity(activity).attributes();
    for (Source source : resource.sources()) {
      String text = attributes.get(source.attribute());
      double unit = source.attribute().equals(CPU_SECONDS) ? perSecond(activity) : source.unit();
      double used = text == null ? Double.NaN : number(text) * unit;
      if (Double.isFinite(used) && used >= 0) {
        return OptionalDouble.of(used);
      }
    }
    return OptionalDouble.empty();
  }

  private double perSecond(int activity) {
    Measured time = report.metrics().processingTime(activity);
    return time.isMeasured() ? 1 / time.value() : Double.NaN;
  }

  /** Parses a number; a value that a reader kept unchanged may not be one. */
  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private void types(Map<Integer, DoubleStream.Builder> known) throws IOException {
    for (Map.Entry<Integer, DoubleStream.Builder> type : known.entrySet()) {
      double[] values = type.getValue().build().toArray();
      json.object(
          () -> {
            json.number("type", type.getKey());
            json.number("count", values.length);
            json.number("mean", DoubleStream.of(values).average().orElseThrow());
            json.array("quartiles", () -> quartiles(values));
          });
    }
  }

  private void quartiles(double[] values) throws IOException {
    for (double value : QUANTILE.evaluate(values, 0, 0.25, 0.5, 0.75, 1)) {
      json.element(value);
    }
  }
}
