package io.flowgauge.flink;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.util.clock.Clock;

/**
 * The time in a partition of events: that of its latest record, and while none arrives, later by
 * the time that passes here. Otherwise a run would never be over if nothing else happens. Not
 * thread-safe.
 */
final class StreamClock implements WatermarkGenerator<Arrival> {
  /** How long a partition that has delivered nothing yet may still have old records to be read. */
  private static final long PATIENCE_MILLIS = 10_000;

  /**
   * How much time passes at most from one emission to the next. If there was more between them, the
   * process stood still, or Flink had it wait, and there may be records to be read.
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
