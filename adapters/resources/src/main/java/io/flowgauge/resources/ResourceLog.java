package io.flowgauge.resources;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Writes samples into an event log, such as the one that a run is logged into. Thread-safe.
 *
 * <pre>{@code
 * try (EventLog log = EventLog.open(Path.of("run.nlb"));
 *     ResourceMonitor monitor = ResourceMonitor.builder().onSample(new ResourceLog(log)).open()) {
 *   …
 * }
 * }</pre>
 *
 * <p>{@value #HOST}, one event for each known quantity that the sample read, has {@code QUANTITY}
 * (the lifeline, one of {@link HostQuantity#label()}) and {@code VALUE}, in its unit, over the time
 * since the previous event of the same quantity.
 *
 * <p>{@value #GROUP} is the same for a control group: {@code GROUP} (the lifeline), {@code
 * QUANTITY} (one of {@link GroupQuantity#label()}) and {@code VALUE}.
 *
 * <p>{@value #PROCESS}, one event for each process, has {@code PID} (the lifeline), {@code PROGRAM}
 * and {@code ACTIVITY}; {@code SECONDS}, the length of the interval; {@code RAN_S}, {@code
 * EXTERNAL_S} and {@code SERIALISED_S}, how long its threads ran and waited in it ({@link
 * ProcessSample}); {@code MEMORY}, resident bytes; {@code READ} and {@code WRITTEN}, bytes per
 * second, -1 if unknown; {@code THREADS}; {@code CPUS}, the processors that it may use, {@code
 * PROCESSORS}, how many of them at once, and {@code IDLE_S}, how long they were idle ({@link
 * UsableProcessors}). From these, {@link LoggedLoads} can work out the external load of a run
 * elsewhere and later.
 */
public final class ResourceLog implements Consumer<ResourceSample> {
  /** Name of the event of a quantity of the host. */
  public static final String HOST = "resource.host";

  /** Name of the event of a quantity of a control group. */
  public static final String GROUP = "resource.group";

  /** Name of the event of a process. */
  public static final String PROCESS = "resource.process";

  static final EventSchema HOST_SCHEMA =
      EventSchema.named(HOST).lifeline("QUANTITY", FieldType.STRING).float64("VALUE").build();

  static final EventSchema GROUP_SCHEMA =
      EventSchema.named(GROUP)
          .lifeline("GROUP", FieldType.STRING)
          .string("QUANTITY")
          .float64("VALUE")
          .build();

  static final EventSchema PROCESS_SCHEMA =
      EventSchema.named(PROCESS)
          .lifeline("PID")
          .string("PROGRAM")
          .string("ACTIVITY")
          .float64("SECONDS")
          .float64("RAN_S")
          .float64("EXTERNAL_S")
          .float64("SERIALISED_S")
          .int64("MEMORY")
          .float64("READ")
          .float64("WRITTEN")
          .int32("THREADS")
          .string("CPUS")
          .float64("PROCESSORS")
          .float64("IDLE_S")
          .build();

  private static final double UNKNOWN = -1;

  private final DeclaredEvent host;
  private final DeclaredEvent group;
  private final DeclaredEvent process;

  /**
   * Creates a listener that logs each sample.
   *
   * @param log the log, which the caller closes
   */
  public ResourceLog(EventLog log) {
    Objects.requireNonNull(log, "log");
    host = log.declare(HOST_SCHEMA);
    group = log.declare(GROUP_SCHEMA);
    process = log.declare(PROCESS_SCHEMA);
  }

  /**
   * Whether these events are wanted now.
   *
   * @return whether one of the types is enabled in the log
   */
  public boolean isWanted() {
    return host.isEnabled() || group.isEnabled() || process.isEnabled();
  }

  @Override
  public void accept(ResourceSample sample) {
    for (HostQuantity quantity : HostQuantity.values()) {
      if (sample.host().measuredSeconds(quantity).isPresent()) {
        sample
            .host()
            .value(quantity)
            .asOptional()
            .ifPresent(value -> host.log(quantity.label(), value));
      }
    }
    sample.groups().forEach(this::log);
    sample.processes().forEach(this::log);
  }

  private void log(GroupSample sample) {
    for (GroupQuantity quantity : GroupQuantity.values()) {
      if (sample.measuredSeconds(quantity).isPresent()) {
        sample
            .value(quantity)
            .asOptional()
            .ifPresent(value -> group.log(sample.group(), quantity.label(), value));
      }
    }
  }

  private void log(ProcessSample sample) {
    process.log(
        sample.pid(),
        sample.name(),
        sample.activity(),
        sample.seconds(),
        sample.processorSeconds(),
        sample.externalSeconds(),
        sample.serialisedSeconds(),
        sample.memoryBytes(),
        sample.readBytesPerSecond().orElse(UNKNOWN),
        sample.writtenBytesPerSecond().orElse(UNKNOWN),
        sample.threads(),
        sample.usable().numbers(),
        sample.usable().atOnce(),
        sample.usable().idleSeconds());
  }
}
