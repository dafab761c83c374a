package io.flowgauge.resources;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Samples and loads in Prometheus's text format, version 0.0.4. The node exporter's textfile
 * collector reads files that end in {@code .prom}. Stateless and thread-safe.
 */
public final class PrometheusText {
  /** The media type of the format. */
  public static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final String PREFIX = "flowgauge_";

  private PrometheusText() {}

  /**
   * The latest sample and the loads of a monitor.
   *
   * @param monitor the monitor
   * @return gauges {@code flowgauge_host_…}, one for each quantity of the host that is known;
   *     gauges and counters {@code flowgauge_group_…} of each control group; and counters {@code
   *     flowgauge_activity_…_seconds_total}, one for each activity
   */
  public static String of(ResourceMonitor monitor) {
    StringBuilder text = new StringBuilder();
    monitor.latest().ifPresent(sample -> host(text, sample.host()));
    monitor.latest().ifPresent(sample -> groups(text, sample.groups()));
    List<ActivityLoad> loads = monitor.loads();
    activities(text, "cpu", "processor time of all threads", ActivityLoad::processorSeconds, loads);
    activities(
        text,
        "external_load",
        "time lost while other programs held the processors",
        ActivityLoad::externalSeconds,
        loads);
    activities(
        text,
        "serialisation",
        "time lost while activities of the same run held the processors",
        ActivityLoad::serialisedSeconds,
        loads);
    return text.toString();
  }

  /**
   * Writes the text of {@link #of} to a file. The file is replaced in one step, so that no reader
   * sees half of it.
   *
   * @param monitor the monitor
   * @param file the file, a link to one, or a device or pipe, which is written to as it is
   * @throws IOException if it cannot be written
   */
  public static void write(ResourceMonitor monitor, Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      Files.writeString(file, of(monitor), StandardOpenOption.WRITE);
      return;
    }
    Path whole = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    Path part = whole.resolveSibling("." + whole.getFileName() + ".part");
    try (FileOutputStream out = new FileOutputStream(part.toFile())) {
      out.write(of(monitor).getBytes(UTF_8));
      out.getChannel().force(true); // Otherwise the new name may reach the disk before the content.
    }
    Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void host(StringBuilder text, HostSample host) {
    for (HostQuantity quantity : HostQuantity.values()) {
      OptionalDouble value = host.value(quantity).asOptional();
      if (value.isPresent()) {
        String name = PREFIX + "host_" + quantity.label().replace('-', '_') + "_" + quantity.unit();
        head(text, name, quantity.meaning(), "gauge");
        text.append(name).append(' ').append(value.getAsDouble()).append('\n');
      }
    }
  }

  private static void groups(StringBuilder text, List<GroupSample> groups) {
    for (GroupQuantity quantity : GroupQuantity.values()) {
      boolean isCount = quantity.unit().equals("events");
      String suffix = isCount ? "total" : quantity.unit();
      String name = PREFIX + "group_" + quantity.label().replace('-', '_') + "_" + suffix;
      List<GroupSample> known =
          groups.stream().filter(group -> group.value(quantity).isMeasured()).toList();
      if (!known.isEmpty()) {
        head(text, name, quantity.meaning(), isCount ? "counter" : "gauge");
      }
      for (GroupSample group : known) {
        line(text, name, "group", group.group(), group.value(quantity).value());
      }
    }
  }

  private static void line(StringBuilder text, String name, String label, String of, double value) {
    text.append(String.format(Locale.ROOT, "%s{%s=\"%s\"} %s\n", name, label, escaped(of), value));
  }

  private static void activities(
      StringBuilder text,
      String what,
      String meaning,
      ToDoubleFunction<ActivityLoad> value,
      List<ActivityLoad> loads) {
    if (loads.isEmpty()) {
      return;
    }
    String name = PREFIX + "activity_" + what + "_seconds_total";
    head(text, name, meaning, "counter");
    for (ActivityLoad load : loads) {
      line(text, name, "activity", load.activity(), value.applyAsDouble(load));
    }
  }

  private static void head(StringBuilder text, String name, String help, String type) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private static String escaped(String label) {
    return label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
