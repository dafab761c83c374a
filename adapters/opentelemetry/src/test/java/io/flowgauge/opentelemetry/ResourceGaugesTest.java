package io.flowgauge.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.analysis.Measured;
import io.flowgauge.resources.GroupQuantity;
import io.flowgauge.resources.GroupSample;
import io.flowgauge.resources.HostQuantity;
import io.flowgauge.resources.ProcessSample;
import io.flowgauge.resources.ResourceMonitor;
import io.flowgauge.resources.ResourceSample;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResourceGaugesTest {
  private final Exported exported = new Exported();
  private final SdkMeterProvider metrics =
      SdkMeterProvider.builder()
          .registerMetricReader(
              PeriodicMetricReader.builder(exported).setInterval(Duration.ofHours(1)).build())
          .build();
  private final OpenTelemetry telemetry =
      new OpenTelemetry() {
        @Override
        public MeterProvider getMeterProvider() {
          return metrics;
        }

        @Override
        public TracerProvider getTracerProvider() {
          return TracerProvider.noop();
        }

        @Override
        public ContextPropagators getPropagators() {
          return ContextPropagators.noop();
        }
      };

  @AfterEach
  void shutDown() {
    metrics.close();
  }

  @Test
  void register_sampledHost_everyMeasuredQuantity() throws InterruptedException {
    ResourceMonitor monitor = sampled();
    ResourceSample sample = monitor.latest().orElseThrow();
    ResourceGauges.register(monitor, telemetry);
    collect();
    assertThat(exported.metrics).containsKey("flowgauge.host.memory_available");
    assertThat(exported.metrics.get("flowgauge.host.memory_available").getUnit()).isEqualTo("By");
    for (HostQuantity quantity : HostQuantity.values()) {
      String name = "flowgauge.host." + quantity.label().replace('-', '_');
      sample
          .host()
          .value(quantity)
          .asOptional()
          .ifPresentOrElse(
              value -> assertThat(point(name).getValue()).as(name).isEqualTo(value),
              () -> assertThat(exported.metrics).doesNotContainKey(name));
    }
  }

  @Test
  void register_watchedProcess_valuesWithItsAttributes() throws InterruptedException {
    ResourceMonitor monitor = sampled();
    assumeTrue(monitor.unavailable().isEmpty(), () -> monitor.unavailable().orElseThrow());
    ProcessSample process =
        monitor.latest().orElseThrow().processes().stream()
            .filter(one -> one.pid() == ProcessHandle.current().pid())
            .findFirst()
            .orElseThrow();
    ResourceGauges.register(monitor, telemetry);
    collect();
    DoublePointData memory = point("flowgauge.process.memory");
    assertThat(memory.getValue()).isEqualTo((double) process.memoryBytes()).isPositive();
    assertThat(memory.getAttributes().get(AttributeKey.longKey("process.pid")))
        .isEqualTo(process.pid());
    assertThat(memory.getAttributes().get(AttributeKey.stringKey("process.executable.name")))
        .isEqualTo(process.name());
    assertThat(memory.getAttributes().get(AttributeKey.stringKey("flowgauge.activity")))
        .isEqualTo("align");
    assertThat(point("flowgauge.process.running").getValue())
        .isEqualTo(process.processorSeconds() / process.seconds());
    assertThat(point("flowgauge.process.external_load").getValue())
        .isEqualTo(process.externalSeconds() / process.seconds());
    assertThat(point("flowgauge.process.serialisation").getValue())
        .isEqualTo(process.serialisedSeconds() / process.seconds());
    assertThat(point("flowgauge.process.threads").getValue()).isEqualTo(process.threads());
  }

  @Test
  void register_controlGroup_itsQuantities() throws InterruptedException {
    ResourceMonitor monitor = sampled();
    List<GroupSample> groups = monitor.latest().orElseThrow().groups();
    assumeTrue(!groups.isEmpty(), "this process is in no control group (version 2) of its own");
    ResourceGauges.register(monitor, telemetry);
    collect();
    for (GroupQuantity quantity : GroupQuantity.values()) {
      String name = "flowgauge.group." + quantity.label().replace('-', '_');
      List<Double> values =
          groups.stream()
              .map(group -> group.value(quantity))
              .filter(Measured::isMeasured)
              .map(Measured::value)
              .toList();
      if (values.isEmpty()) {
        assertThat(exported.metrics).doesNotContainKey(name);
      } else {
        assertThat(exported.metrics.get(name).getDoubleGaugeData().getPoints())
            .extracting(DoublePointData::getValue)
            .containsExactlyInAnyOrderElementsOf(values);
      }
    }
  }

  @Test
  void close_registered_noMoreValues() throws InterruptedException {
    ResourceGauges gauges = ResourceGauges.register(sampled(), telemetry);
    assertThat(gauges).hasToString("ResourceGauges[27 gauges]");
    gauges.close();
    gauges.close();
    assertThat(gauges).hasToString("ResourceGauges[0 gauges]");
    collect();
    assertThat(exported.metrics).isEmpty();
  }

  /** Returns a closed monitor, whose latest sample no longer changes. */
  private static ResourceMonitor sampled() throws InterruptedException {
    CountDownLatch samples = new CountDownLatch(4);
    ResourceMonitor monitor =
        ResourceMonitor.builder()
            .interval(Duration.ofMillis(100))
            .onSample(sample -> samples.countDown())
            .open();
    try (monitor) {
      monitor.watch(ProcessHandle.current().pid(), "align");
      assertThat(samples.await(30, TimeUnit.SECONDS)).isTrue();
    }
    return monitor;
  }

  private void collect() {
    assertThat(metrics.forceFlush().join(10, TimeUnit.SECONDS).isSuccess()).isTrue();
  }

  private DoublePointData point(String name) {
    assertThat(exported.metrics).containsKey(name);
    return exported.metrics.get(name).getDoubleGaugeData().getPoints().stream()
        .filter(ResourceGaugesTest::isOwn)
        .findFirst()
        .orElseThrow();
  }

  private static boolean isOwn(DoublePointData point) {
    Long pid = point.getAttributes().get(AttributeKey.longKey("process.pid"));
    return pid == null || pid == ProcessHandle.current().pid();
  }

  /** An exporter that keeps metrics by name. */
  private static final class Exported implements MetricExporter {
    private final Map<String, MetricData> metrics = new ConcurrentHashMap<>();

    @Override
    public CompletableResultCode export(Collection<MetricData> batch) {
      batch.forEach(one -> metrics.put(one.getName(), one));
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public AggregationTemporality getAggregationTemporality(InstrumentType type) {
      return AggregationTemporality.CUMULATIVE;
    }
  }
}
