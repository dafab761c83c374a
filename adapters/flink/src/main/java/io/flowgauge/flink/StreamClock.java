package io.flowgauge.flink;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.util.clock.Clock;

/**
 * How late it is in a partition of events: as late as its latest record, and while none comes, as
 * much later as time passes here. Otherwise a run would never be over where nothing else goes on.
 * Not thread-safe.
 */
final class StreamClock implements WatermarkGenerator<Arrival> {
  /** How long a partition that nothing has come of yet may still have old records to be read. */
  private static final long PATIENCE_MILLIS = 10_000;

  private final Clock clock;
  private long heardAt;
  private long latestMillis = Long.MIN_VALUE;

  StreamClock(Clock clock) {
    this.clock = clock;
    heardAt = clock.relativeTimeMillis();
  }

  @Override
  public void onEvent(Arrival event, long timestamp, WatermarkOutput output) {
    latestMillis = Math.max(latestMillis, timestamp);
    heardAt = clock.relativeTimeMillis();
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    long silence = clock.relativeTimeMillis() - heardAt;
    if (latestMillis != Long.MIN_VALUE) {
      output.emitWatermark(new Watermark(latestMillis + silence));
    } else if (silence > PATIENCE_MILLIS) {
      output.emitWatermark(new Watermark(clock.absoluteTimeMillis()));
    }
  }
}
