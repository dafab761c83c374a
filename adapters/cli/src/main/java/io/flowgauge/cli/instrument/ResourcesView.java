package io.flowgauge.cli.instrument;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.analysis.Measured;
import io.flowgauge.cli.Json;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.terminal.Screen;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import io.flowgauge.resources.ActivityLoad;
import io.flowgauge.resources.GroupQuantity;
import io.flowgauge.resources.GroupSample;
import io.flowgauge.resources.HostForecaster;
import io.flowgauge.resources.HostQuantity;
import io.flowgauge.resources.HostSample;
import io.flowgauge.resources.ProcessSample;
import io.flowgauge.resources.ResourceMonitor;
import io.flowgauge.resources.ResourceSample;
import io.flowgauge.resources.forecast.LoadForecast;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * Shows samples as a page that is refreshed in place, or as one JSON object per line. Not
 * thread-safe.
 */
final class ResourcesView {
  private static final int[] STEPS = {1, 12, 60};
  private static final double MEGA = 1e6;

  private final Session session;
  private final boolean isJson;
  private final Screen screen;
  private final int width;
  private Instant shown = Instant.MIN;

  ResourcesView(Session session, boolean isJson) {
    this.session = session;
    this.isJson = isJson;
    this.screen = new Screen(session.text(), session.isScreen());
    this.width = Screen.width(session.isScreen());
  }

  /** Shows the latest sample; as text only on a terminal, where it is refreshed in place. */
  void show(ResourceMonitor monitor, HostForecaster forecaster) throws IOException {
    if (isJson || session.isScreen()) {
      end(monitor, forecaster);
    }
  }

  /** Shows the latest sample. */
  void end(ResourceMonitor monitor, HostForecaster forecaster) throws IOException {
    Optional<ResourceSample> latest = monitor.latest();
    if (latest.isPresent() && isJson && latest.get().time().isAfter(shown)) {
      shown = latest.get().time();
      Json.line(session.text(), json -> json(json, monitor, latest.get(), forecaster));
    } else if (latest.isPresent() && !isJson) {
      StringBuilder text = new StringBuilder();
      page(new Page(text), monitor, latest.get(), forecaster);
      screen.show(text);
    }
  }

  private void page(
      Page page, ResourceMonitor monitor, ResourceSample sample, HostForecaster forecaster)
      throws IOException {
    page.paragraph("", host(sample.host()) + forecast(forecaster) + ".");
    if (monitor.loads().isEmpty()) {
      return;
    }
    Table table = new Table("~>>>>>>", width);
    table.row("process", "running", "external", "siblings", "memory", "read", "written");
    for (ActivityLoad load : monitor.loads()) {
      List<ProcessSample> processes =
          sample.processes().stream().filter(p -> p.activity().equals(load.activity())).toList();
      table.row(
          load.activity(),
          share(load, ActivityLoad::processorSeconds),
          share(load, ActivityLoad::externalSeconds),
          share(load, ActivityLoad::serialisedSeconds),
          memory(processes),
          rate(processes.stream().map(ProcessSample::readBytesPerSecond).toList()),
          rate(processes.stream().map(ProcessSample::writtenBytesPerSecond).toList()));
    }
    table.write(page);
    if (!sample.groups().isEmpty()) {
      page.title("CONTROL GROUPS", "");
      groups(sample.groups()).write(page);
    }
  }

  private Table groups(List<GroupSample> groups) throws IOException {
    Table table = new Table("~>>>>>>", width);
    table.row("group", "processors", "throttled", "memory", "most", "read", "written");
    for (GroupSample group : groups) {
      table.row(
          group.group(),
          number(group.value(GroupQuantity.CPU_USED)),
          number(group.value(GroupQuantity.THROTTLED)),
          memory(group.value(GroupQuantity.MEMORY)),
          memory(group.value(GroupQuantity.MEMORY_PEAK)),
          rate(List.of(group.value(GroupQuantity.READ))),
          rate(List.of(group.value(GroupQuantity.WRITTEN))));
    }
    return table;
  }

  private static String number(Measured value) {
    return value.isMeasured() ? Human.format("%,.2f", value.value()) : Human.ABSENT;
  }

  private static String memory(Measured bytes) {
    return bytes.isMeasured() ? megabytes(bytes.value(), "MB") : Human.ABSENT;
  }

  private static String host(HostSample host) {
    return Human.count(host.processors(), "processor", "processors")
        + ", busy "
        + Human.percent(host.value(HostQuantity.CPU_BUSY));
  }

  private static String forecast(HostForecaster forecaster) {
    StringBuilder text = new StringBuilder();
    for (int steps : STEPS) {
      Optional<LoadForecast> forecast = forecaster.forecast(HostQuantity.CPU_BUSY, steps);
      if (forecast.isPresent()) {
        text.append(text.length() == 0 ? "; next " : ", next ")
            .append(Human.count(steps, "sample ", "samples "))
            .append(Human.roundPercent(forecast.get().mean()))
            .append(" (")
            .append(Human.roundPercent(forecast.get().low()))
            .append(" to ")
            .append(Human.roundPercent(forecast.get().high()))
            .append(')');
      }
    }
    return text.toString();
  }

  private static String share(ActivityLoad load, ToDoubleFunction<ActivityLoad> seconds) {
    return load.coveredSeconds() == 0
        ? Human.ABSENT
        : Human.percent(seconds.applyAsDouble(load) / load.coveredSeconds());
  }

  private static String memory(List<ProcessSample> processes) {
    return processes.isEmpty()
        ? Human.ABSENT
        : megabytes(processes.stream().mapToDouble(ProcessSample::memoryBytes).sum(), "MB");
  }

  private static String rate(List<Measured> rates) {
    return rates.stream().anyMatch(Measured::isMeasured)
        ? megabytes(rates.stream().mapToDouble(rate -> rate.orElse(0)).sum(), "MB/s")
        : Human.ABSENT;
  }

  private static String megabytes(double bytes, String unit) {
    return Human.format("%,.1f %s", bytes / MEGA, unit);
  }

  private static void json(
      JsonGenerator json, ResourceMonitor monitor, ResourceSample sample, HostForecaster forecaster)
      throws IOException {
    json.writeStringField("time", sample.time().toString());
    json.writeNumberField("processors", sample.host().processors());
    json.writeObjectFieldStart("host");
    for (HostQuantity quantity : HostQuantity.values()) {
      number(json, quantity.label(), sample.host().value(quantity));
    }
    json.writeEndObject();
    json.writeObjectFieldStart("forecast");
    for (int steps : STEPS) {
      Optional<LoadForecast> forecast = forecaster.forecast(HostQuantity.CPU_BUSY, steps);
      if (forecast.isPresent()) {
        forecast(json, forecast.get());
      }
    }
    json.writeEndObject();
    json.writeArrayFieldStart("activities");
    for (ActivityLoad load : monitor.loads()) {
      load(json, load);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("groups");
    for (GroupSample group : sample.groups()) {
      group(json, group);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("processes");
    for (ProcessSample process : sample.processes()) {
      process(json, process);
    }
    json.writeEndArray();
  }

  private static void group(JsonGenerator json, GroupSample group) throws IOException {
    json.writeStartObject();
    json.writeStringField("group", group.group());
    json.writeArrayFieldStart("activities");
    for (String activity : new TreeSet<>(group.activities())) {
      json.writeString(activity);
    }
    json.writeEndArray();
    for (GroupQuantity quantity : GroupQuantity.values()) {
      number(json, quantity.label(), group.value(quantity));
    }
    json.writeEndObject();
  }

  /** Writes forecasts of the busy share of processors, by the number of samples averaged. */
  private static void forecast(JsonGenerator json, LoadForecast forecast) throws IOException {
    json.writeObjectFieldStart(Integer.toString(forecast.steps()));
    json.writeNumberField("mean", forecast.mean());
    json.writeNumberField("low", forecast.low());
    json.writeNumberField("high", forecast.high());
    json.writeStringField("method", forecast.method());
    json.writeEndObject();
  }

  private static void load(JsonGenerator json, ActivityLoad load) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", load.activity());
    json.writeNumberField("processorSeconds", load.processorSeconds());
    json.writeNumberField("externalSeconds", load.externalSeconds());
    json.writeNumberField("serialisedSeconds", load.serialisedSeconds());
    json.writeNumberField("coveredSeconds", load.coveredSeconds());
    json.writeEndObject();
  }

  private static void process(JsonGenerator json, ProcessSample process) throws IOException {
    json.writeStartObject();
    json.writeNumberField("pid", process.pid());
    json.writeStringField("name", process.name());
    json.writeStringField("activity", process.activity());
    json.writeNumberField("threads", process.threads());
    json.writeNumberField("seconds", process.seconds());
    json.writeNumberField("processorSeconds", process.processorSeconds());
    json.writeNumberField("externalSeconds", process.externalSeconds());
    json.writeNumberField("serialisedSeconds", process.serialisedSeconds());
    json.writeNumberField("memoryBytes", process.memoryBytes());
    number(json, "readBytesPerSecond", process.readBytesPerSecond());
    number(json, "writtenBytesPerSecond", process.writtenBytesPerSecond());
    json.writeEndObject();
  }

  private static void number(JsonGenerator json, String name, Measured value) throws IOException {
    if (value.isMeasured()) {
      json.writeNumberField(name, value.value());
    }
  }
}
