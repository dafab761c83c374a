package io.flowgauge.instrumentation.log;

import io.flowgauge.analysis.Measured;
import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileListener;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes the updates of push mode to an event log: one event for each region of an update, and one
 * at the end of the process. Works with any provider. Thread-safe; if each process has its own
 * listener, the last event identifies the process that ended.
 *
 * <pre>{@code
 * try (EventLog log = EventLog.open(Path.of("profile.nlb"));
 *     InstrumentedProcess process = Instrumentation.attach(4711).orThrow()) {
 *   process.instrument("libm.so.6:sin*").orThrow();
 *   try (Subscription push = process.push(new PushOptions(10, Duration.ofSeconds(1)), new ProfileLog(log))) {
 *     Thread.sleep(60_000);
 *   }
 * }
 * }</pre>
 *
 * <p>{@value #UPDATE} has these values, over all calls so far:
 *
 * <ul>
 *   <li>{@code REGION}, unit and name (the lifeline); {@code PID}; {@code PROGRAM}
 *   <li>{@code CALLS}, calls that ended; {@code TIMED}, how many of them were timed, and their
 *       {@code WALL_NS}, {@code OWN_NS}, {@code MIN_NS} and {@code MAX_NS}, 0 if none was timed
 *   <li>{@code CPU_S}, processor time in seconds, measured in {@code CPU_CALLS} calls out of {@code
 *       CPU_OF}; 0 of 0 if it was not measured
 *   <li>{@code OPEN}, number of threads that are inside, and {@code OPEN_NS}, how long the longest
 *       of them has been there
 *   <li>{@code COST_NS}, estimated cost of the sensor; {@code INSTALLED}, 1 while it is in place;
 *       {@code OVER_LIMIT}, 1 if it was taken out because of its cost
 * </ul>
 *
 * <p>{@value #COUNTER}, one for each counter requested, has {@code REGION} and {@code PID}; {@code
 * COUNTER}, the metric's name; {@code VALUE}, counted in {@code CALLS} calls out of {@code OF}, 0
 * of 0 if it was not measured; and {@code REASON}, why it was not, otherwise empty.
 *
 * <p>{@value #END} has {@code PID}, 0 if there was no update before; {@code STATE}; and {@code
 * EXIT} and {@code SIGNAL}, -1 if there is none.
 */
public final class ProfileLog implements ProfileListener {
  /** Name of the event of a region's update. */
  public static final String UPDATE = "region.update";

  /** Name of the event with the value of one counter of a region. */
  public static final String COUNTER = "region.counter";

  /** Name of the event of a process's end. */
  public static final String END = "instrumentation.end";

  private static final int NONE = -1;

  private final DeclaredEvent update;
  private final DeclaredEvent counter;
  private final DeclaredEvent end;
  private final AtomicLong lastPid = new AtomicLong();

  /**
   * Creates a listener that writes to a log.
   *
   * @param log the log, which the caller closes
   */
  public ProfileLog(EventLog log) {
    Objects.requireNonNull(log, "log");
    update = log.declare(updateSchema());
    counter =
        log.declare(
            EventSchema.named(COUNTER)
                .lifeline("REGION", FieldType.STRING)
                .int64("PID")
                .string("COUNTER")
                .float64("VALUE")
                .int32("CALLS")
                .int32("OF")
                .string("REASON")
                .build());
    end =
        log.declare(
            EventSchema.named(END)
                .lifeline("PID")
                .string("STATE")
                .int32("EXIT")
                .int32("SIGNAL")
                .build());
  }

  private static EventSchema updateSchema() {
    return EventSchema.named(UPDATE)
        .lifeline("REGION", FieldType.STRING)
        .int64("PID")
        .string("PROGRAM")
        .int64("CALLS")
        .int64("TIMED")
        .float64("WALL_NS")
        .float64("OWN_NS")
        .float64("MIN_NS")
        .float64("MAX_NS")
        .float64("CPU_S")
        .int32("CPU_CALLS")
        .int32("CPU_OF")
        .int32("OPEN")
        .float64("OPEN_NS")
        .float64("COST_NS")
        .int32("INSTALLED")
        .int32("OVER_LIMIT")
        .build();
  }

  @Override
  public void updated(Profile profile) {
    lastPid.set(profile.process().pid());
    profile.regions().forEach(region -> log(profile.process(), region));
  }

  private void log(TargetProcess process, RegionProfile region) {
    CallDurations wall = region.wall();
    update.log(
        region.region().qualifiedName(),
        process.pid(),
        process.name(),
        region.calls(),
        wall.count(),
        region.totalNanos(),
        region.ownNanos(),
        wall.minNanos().orElse(0),
        wall.maxNanos().orElse(0),
        region.cpuSeconds().orElse(0),
        region.cpuSeconds().measured(),
        region.cpuSeconds().total(),
        region.openCalls(),
        region.openNanos(),
        region.costNanos(),
        region.installed() ? 1 : 0,
        region.overLimit() ? 1 : 0);
    new TreeMap<>(region.counters())
        .forEach((metric, value) -> log(process, region, metric, value));
  }

  private void log(TargetProcess process, RegionProfile region, Metric metric, Measured value) {
    counter.log(
        region.region().qualifiedName(),
        process.pid(),
        metric.label(),
        value.orElse(0),
        value.measured(),
        value.total(),
        value.reason().orElse(""));
  }

  @Override
  public void ended(ProcessStatus status) {
    end.log(
        lastPid.get(),
        status.state().name(),
        status.exitCode().orElse(NONE),
        status.signal().orElse(NONE));
  }
}
