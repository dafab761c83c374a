package io.flowgauge.opentelemetry;

import io.flowgauge.resources.GroupQuantity;
import io.flowgauge.resources.GroupSample;
import io.flowgauge.resources.HostQuantity;
import io.flowgauge.resources.ProcessSample;
import io.flowgauge.resources.ResourceMonitor;
import io.flowgauge.resources.ResourceSample;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleGauge;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Gauges of the latest sample of a monitor. They are read whenever OpenTelemetry collects metrics,
 * which it then exports as configured, for example over OTLP:
 *
 * <pre>{@code
 * try (ResourceMonitor monitor = ResourceMonitor.builder().open();
 *     ResourceGauges gauges = ResourceGauges.register(monitor, openTelemetry)) {
 *   …
 * }
 * }</pre>
 *
 * <p>The gauges are {@code flowgauge.host.…}, one for each {@link HostQuantity}, such as {@code
 * flowgauge.host.cpu_busy}; {@code flowgauge.process.…} for each watched process, namely {@code
 * running}, {@code external_load} and {@code serialisation} (thread seconds per second), {@code
 * threads}, {@code memory}, {@code read} and {@code written}, with the attributes {@code
 * process.pid}, {@code process.executable.name} and {@code flowgauge.activity}; and {@code
 * flowgauge.group.…}, one for each {@link GroupQuantity} of each control group of these processes,
 * with the attribute {@code flowgauge.group}. What was not measured has no value. Thread-safe.
 */
@SuppressWarnings("exports") // Code that sets up OpenTelemetry requires it anyway.
public final class ResourceGauges implements AutoCloseable {
  private static final String SCOPE = "io.flowgauge.resources";
  private static final String RATE = "By/s";
  private static final Map<String, String> UNITS =
      Map.of(
          "ratio", "1",
          "processors", "1",
          "threads", "{thread}",
          "events", "{event}",
          "bytes", "By",
          "bytes_per_second", RATE);

  private static final AttributeKey<Long> PID = AttributeKey.longKey("process.pid");
  private static final AttributeKey<String> PROGRAM =
      AttributeKey.stringKey("process.executable.name");
  private static final AttributeKey<String> GROUP = AttributeKey.stringKey("flowgauge.group");
  private static final AttributeKey<String> ACTIVITY = AttributeKey.stringKey("flowgauge.activity");

  private final ResourceMonitor monitor;
  private final Meter meter;
  private final List<ObservableDoubleGauge> gauges = new ArrayList<>();

  private ResourceGauges(ResourceMonitor monitor, Meter meter) {
    this.monitor = monitor;
    this.meter = meter;
  }

  /**
   * Registers the gauges.
   *
   * @param monitor the monitor whose samples they show; once it is closed, they keep showing its
   *     last sample
   * @param telemetry where to register them
   * @return the gauges, to be closed before the monitor
   */
  public static ResourceGauges register(ResourceMonitor monitor, OpenTelemetry telemetry) {
    Objects.requireNonNull(monitor, "monitor");
    Objects.requireNonNull(telemetry, "telemetry");
    ResourceGauges all = new ResourceGauges(monitor, telemetry.getMeter(SCOPE));
    for (HostQuantity quantity : HostQuantity.values()) {
      all.host(quantity);
    }
    for (GroupQuantity quantity : GroupQuantity.values()) {
      all.group(quantity);
    }
    all.waits();
    all.uses();
    return all;
  }

  private void host(HostQuantity quantity) {
    gauge(
        "flowgauge.host." + quantity.label().replace('-', '_'),
        UNITS.get(quantity.unit()),
        quantity.meaning(),
        (sample, gauge) -> sample.host().value(quantity).asOptional().ifPresent(gauge::record));
  }

  private void group(GroupQuantity quantity) {
    gauge(
        "flowgauge.group." + quantity.label().replace('-', '_'),
        UNITS.get(quantity.unit()),
        quantity.meaning(),
        (sample, gauge) -> {
          for (GroupSample one : sample.groups()) {
            one.value(quantity)
                .asOptional()
                .ifPresent(value -> gauge.record(value, Attributes.of(GROUP, one.group())));
          }
        });
  }

  private void waits() {
    process("running", "1", "processors in use", one -> share(one, one.processorSeconds()));
    process(
        "external_load",
        "1",
        "threads kept waiting by other programs",
        one -> share(one, one.externalSeconds()));
    process(
        "serialisation",
        "1",
        "threads kept waiting by activities of the same run",
        one -> share(one, one.serialisedSeconds()));
  }

  private void uses() {
    process("threads", "{thread}", "threads", one -> OptionalDouble.of(one.threads()));
    process(
        "memory", "By", "resident memory", one -> OptionalDouble.of((double) one.memoryBytes()));
    process("read", RATE, "read", one -> one.readBytesPerSecond().asOptional());
    process("written", RATE, "written", one -> one.writtenBytesPerSecond().asOptional());
  }

  /** Divides by the length of the sample; empty for the first sample of a process if that is 0. */
  private static OptionalDouble share(ProcessSample process, double seconds) {
    return process.seconds() > 0
        ? OptionalDouble.of(seconds / process.seconds())
        : OptionalDouble.empty();
  }

  private void process(
      String name, String unit, String meaning, Function<ProcessSample, OptionalDouble> value) {
    gauge(
        "flowgauge.process." + name,
        unit,
        meaning,
        (sample, gauge) -> {
          for (ProcessSample one : sample.processes()) {
            value.apply(one).ifPresent(number -> gauge.record(number, attributes(one)));
          }
        });
  }

  private static Attributes attributes(ProcessSample process) {
    return Attributes.of(PID, process.pid(), PROGRAM, process.name(), ACTIVITY, process.activity());
  }

  private void gauge(
      String name,
      String unit,
      String meaning,
      BiConsumer<ResourceSample, ObservableDoubleMeasurement> values) {
    Consumer<ObservableDoubleMeasurement> callback =
        gauge -> monitor.latest().ifPresent(sample -> values.accept(sample, gauge));
    gauges.add(
        meter.gaugeBuilder(name).setUnit(unit).setDescription(meaning).buildWithCallback(callback));
  }

  /** Unregisters the gauges; the monitor continues. Closing again has no effect. */
  @Override
  public synchronized void close() {
    gauges.forEach(ObservableDoubleGauge::close);
    gauges.clear();
  }

  @Override
  public synchronized String toString() {
    return "ResourceGauges[" + gauges.size() + " gauges]";
  }
}
