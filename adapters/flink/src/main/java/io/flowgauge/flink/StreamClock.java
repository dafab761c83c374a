package io.flowgauge.flink;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.util.clock.Clock;

/**
 * The time of the stream in a partition of events: the time of its latest record plus, while none
 * arrive, the time that passes here. Without this, a run would never be over if no other records
 * follow. Not thread-safe.
 */
final class StreamClock implements WatermarkGenerator<Arrival> {
  /** How long to wait for old records of a partition that has delivered none yet. */
  private static final long PATIENCE_MILLIS = 10_000;

  /**
   * The most time counted from one emission to the next. If more has passed, the process was
   * suspended or held back by Flink, and records may be waiting to be read.
   */
  private static final long STEP_MILLIS = 1_000;

  private final Clock clock;
  private long emittedAt;
  private long silenceMillis;
  private long latestMillis = Long.MIN_VALUE;
  private boolean hasHeard;

  StreamClock(Clock clock) {
    this.clock = clock;
    emittedAt = clock.relativeTimeMillis();
  }

  @Override
  public void onEvent(Arrival event, long timestamp, WatermarkOutput output) {
    latestMillis = Math.max(latestMillis, timestamp);
    hasHeard = true;
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    long now = clock.relativeTimeMillis();
    silenceMillis = hasHeard ? 0 : silenceMillis + Math.min(now - emittedAt, STEP_MILLIS);
    emittedAt = now;
    hasHeard = false;
    if (latestMillis != Long.MIN_VALUE) {
      output.emitWatermark(new Watermark(latestMillis + silenceMillis));
    } else if (silenceMillis > PATIENCE_MILLIS) {
      output.emitWatermark(new Watermark(clock.absoluteTimeMillis()));
    }
  }
}
