package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileLosses;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.shared.SharedBytes;
import io.flowgauge.instrumentation.shared.SharedClock;
import io.flowgauge.instrumentation.shared.SharedProfile;
import io.flowgauge.instrumentation.shared.SharedSensor;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The recording of a process's sensors: shared memory that stays readable after the end of the
 * process. Thread-safe.
 */
final class Recording {
  private static final int MOST_NAMES = 65_536;

  private final Shim shim;
  private final long handle;
  private final TargetProcess process;
  private final SensorTable sensors;
  private final SharedClock clock;

  /** Names of threads, which are read while a thread is alive and kept. */
  private final Map<Integer, String> threadNames = new ConcurrentHashMap<>();

  private volatile Optional<SharedBytes> memory = Optional.empty();
  private volatile Instant since = Instant.now();

  /** Time of the end of the process, until which open calls last; empty before. */
  private volatile OptionalLong endTicks = OptionalLong.empty();

  Recording(Shim shim, HostInfo host, long handle, TargetProcess process, SensorTable sensors) {
    this.shim = shim;
    this.handle = handle;
    this.process = process;
    this.sensors = sensors;
    double ticksPerSecond = host.ticksPerSecond() > 0 ? host.ticksPerSecond() : 1e9;
    clock = new SharedClock(ticksPerSecond, shim.ticks(), Instant.now(), this::ticks);
  }

  private long ticks() {
    return endTicks.orElseGet(shim::ticks);
  }

  /**
   * Maps the memory when the first sensor has been inserted; later calls have no effect. Profiles
   * start at the given moment.
   */
  Optional<Refusal> begin(Instant moment) {
    if (memory.isPresent()) {
      return Optional.empty();
    }
    return shim.map(handle).then(mapped -> map(mapped, moment)).refusal();
  }

  private Outcome<SharedBytes> map(Shim.Mapped mapped, Instant moment) {
    try {
      SharedBytes bytes = SharedBytes.mapped(mapped.path(), mapped.size());
      since = moment;
      memory = Optional.of(bytes);
      return Outcome.done(bytes);
    } catch (IOException e) {
      return Outcome.refused(
          RefusalCode.SYSTEM, "the profile's memory " + mapped.path() + " cannot be read: " + e);
    }
  }

  void end() {
    sync();
    endTicks = OptionalLong.of(shim.ticks());
  }

  Instant since() {
    return since;
  }

  Map<Integer, SharedSensor> sensors() {
    return sensors.all();
  }

  Optional<SharedBytes> memory() {
    return memory;
  }

  /**
   * Returns a reader, after updating the counts of kernel probes; empty before the first sensor.
   */
  Optional<SharedProfile> reader() {
    sync();
    return memory.map(bytes -> new SharedProfile(bytes, process, clock, this::threadName));
  }

  private void sync() {
    if (endTicks.isEmpty() && sensors.needsSync()) {
      shim.sync(handle);
    }
  }

  private String threadName(int thread) {
    String known = threadNames.getOrDefault(thread, "");
    if (!known.isEmpty()) {
      return known;
    }
    String name = endTicks.isPresent() ? "" : LinuxProcesses.threadName(process.pid(), thread);
    if (!name.isEmpty() && threadNames.size() < MOST_NAMES) {
      threadNames.put(thread, name);
    }
    return name;
  }

  Profile profile() {
    Instant at = Instant.now();
    return reader()
        .map(reader -> reader.read(sensors.all(), since, at))
        .orElseGet(
            () ->
                new Profile(
                    process, since, at, List.of(), List.of(), List.of(), ProfileLosses.NONE));
  }
}
