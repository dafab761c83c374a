package io.flowgauge.instrumentation.jvm.sensor;

/** The system's monotonic clock. Stateless and thread-safe. */
final class SystemClock implements CallClock {
  @Override
  public long read() {
    return System.nanoTime();
  }

  @Override
  public long nanos(long reading) {
    return reading;
  }

  @Override
  public long duration(long difference) {
    return difference;
  }
}
