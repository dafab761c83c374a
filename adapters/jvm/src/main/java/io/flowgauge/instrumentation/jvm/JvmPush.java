package io.flowgauge.instrumentation.jvm;

import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.shared.PushSource;
import io.flowgauge.instrumentation.shared.SharedProfile;
import io.flowgauge.instrumentation.shared.SharedSensor;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The source of pushed profiles of a Java process; looks for updates every few milliseconds. */
final class JvmPush implements PushSource {
  private static final long LOOK_EVERY_MILLIS = 5;

  private final JvmProcess process;
  private final AgentRecording recording;

  JvmPush(JvmProcess process, AgentRecording recording) {
    this.process = process;
    this.recording = recording;
  }

  @Override
  public void await(int records, Duration longest) throws InterruptedException {
    long deadline = System.nanoTime() + longest.toNanos();
    while (Integer.compareUnsigned(recording.dirty(), records) < 0) {
      long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (left <= 0) {
        break;
      }
      Thread.sleep(Math.min(left, LOOK_EVERY_MILLIS));
    }
    recording.nextFlush();
  }

  @Override
  public Optional<SharedProfile> profile() {
    return Optional.of(recording.profile());
  }

  @Override
  public Map<Integer, SharedSensor> sensors() {
    return recording.sensors(process.isAttached());
  }

  @Override
  public Instant since() {
    return process.since();
  }

  @Override
  public ProcessStatus status() {
    return process.status();
  }
}
