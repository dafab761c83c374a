package io.flowgauge.resources;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/** Options of a {@link ResourceMonitor}. Not thread-safe. */
public final class ResourceMonitorBuilder {
  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final double NANOS = 1e9;

  final List<Consumer<ResourceSample>> listeners = new ArrayList<>();
  Sampler.Roots roots = Sampler.Roots.ofSystem();
  DoubleSupplier clock = () -> System.nanoTime() / NANOS;
  int processes = 1000;
  private Duration interval = Duration.ofSeconds(1);

  ResourceMonitorBuilder() {}

  /**
   * Sets how often to sample, once a second by default. Waits of a process after its last sample
   * are missed, so activities should take a multiple of this time.
   *
   * @param every the time, 10 ms or more
   * @return this
   * @throws IllegalArgumentException if it is shorter
   */
  public ResourceMonitorBuilder interval(Duration every) {
    if (every.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException("interval must be 10 ms or more, but is " + every);
    }
    interval = every;
    return this;
  }

  /**
   * Sets how many processes may be watched at a time, 1,000 by default. Each needs a few open
   * files.
   *
   * @param limit 1 or more
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  public ResourceMonitorBuilder processes(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("processes must be 1 or more, but is " + limit);
    }
    processes = limit;
    return this;
  }

  /**
   * Adds a listener that receives each sample, one after another, on the monitor's thread. Its
   * exceptions are counted and otherwise ignored.
   *
   * @param listener the listener
   * @return this
   */
  public ResourceMonitorBuilder onSample(Consumer<ResourceSample> listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  ResourceMonitorBuilder roots(Sampler.Roots other) {
    roots = other;
    return this;
  }

  ResourceMonitorBuilder clock(DoubleSupplier seconds) {
    clock = seconds;
    return this;
  }

  /** Creates a monitor that samples only on request. */
  ResourceMonitor idle() {
    return new ResourceMonitor(this);
  }

  /**
   * Starts sampling.
   *
   * @return the monitor, which the caller closes
   */
  public ResourceMonitor open() {
    ResourceMonitor monitor = idle();
    monitor.start(interval);
    return monitor;
  }
}
