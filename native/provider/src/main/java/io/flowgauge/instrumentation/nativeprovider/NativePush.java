package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.shared.PushSource;
import io.flowgauge.instrumentation.shared.SharedProfile;
import io.flowgauge.instrumentation.shared.SharedSensor;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The source of updates of a native process, whose agent wakes the waiting thread. */
final class NativePush implements PushSource {
  private final Shim shim;
  private final long handle;
  private final Recording recording;
  private final Supplier<ProcessStatus> status;

  NativePush(Shim shim, long handle, Recording recording, Supplier<ProcessStatus> status) {
    this.shim = shim;
    this.handle = handle;
    this.recording = recording;
    this.status = status;
  }

  /** Waits for updates. While there is no sensor, or if the library cannot wait, it only sleeps. */
  @Override
  public void await(int records, Duration longest) throws InterruptedException {
    long millis = Math.max(longest.toMillis(), 1);
    boolean waited =
        recording.memory().isPresent()
            && shim.await(handle, records, (int) millis).value().isPresent();
    if (!waited) {
      Thread.sleep(millis);
    }
  }

  @Override
  public Optional<SharedProfile> profile() {
    return recording.reader();
  }

  @Override
  public Map<Integer, SharedSensor> sensors() {
    return recording.sensors();
  }

  @Override
  public Instant since() {
    return recording.since();
  }

  @Override
  public ProcessStatus status() {
    return status.get();
  }
}
