package io.flowgauge.resources;

import io.flowgauge.run.HostLoad;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * Records the samples of the host in a run, so that its reports show them under the timeline. Even
 * a run of days keeps at most 512 intervals of each quantity ({@link RunRecorder#hostLoad}).
 * Thread-safe.
 *
 * <pre>{@code
 * ResourceMonitor.builder().onSample(HostRecording.into(recorder)).open()
 * }</pre>
 */
public final class HostRecording implements Consumer<ResourceSample> {
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  private final RunRecorder recorder;
  private final String host;

  private HostRecording(RunRecorder recorder, String host) {
    this.recorder = Objects.requireNonNull(recorder, "recorder");
    this.host = host;
  }

  /**
   * Records under the name of this machine.
   *
   * @param recorder the recorder of the run
   * @return a listener of a monitor
   */
  public static HostRecording into(RunRecorder recorder) {
    return into(recorder, hostName());
  }

  /**
   * Records under a name, such as that of the node in the run's processors.
   *
   * @param recorder the recorder of the run
   * @param host name of this host
   * @return a listener of a monitor
   * @throws IllegalArgumentException if the name is empty
   */
  public static HostRecording into(RunRecorder recorder, String host) {
    if (host.isEmpty()) {
      throw new IllegalArgumentException("the name of a host must not be empty");
    }
    return new HostRecording(recorder, host);
  }

  /** Returns the name the kernel knows. Does not ask the network, which can be slow. */
  private static String hostName() {
    try {
      String name = Files.readString(HOST_NAME).strip();
      return name.isEmpty() ? "localhost" : name;
    } catch (IOException e) {
      return "localhost";
    }
  }

  @Override
  public void accept(ResourceSample sample) {
    long end = Times.saturatedNanos(sample.time());
    for (HostQuantity quantity : HostQuantity.values()) {
      OptionalDouble seconds = sample.host().measuredSeconds(quantity);
      OptionalDouble value = sample.host().value(quantity).asOptional();
      if (seconds.orElse(0) > 0 && value.isPresent()) {
        recorder.hostLoad(
            HostLoad.of(
                host,
                quantity.label(),
                quantity.unit(),
                end - Times.nanos(seconds.getAsDouble()),
                end,
                value.getAsDouble()));
      }
    }
  }
}
