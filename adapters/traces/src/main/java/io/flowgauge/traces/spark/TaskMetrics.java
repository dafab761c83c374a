package io.flowgauge.traces.spark;

/** An executor's measurements of a task; 0 if the log has none. Not thread-safe. */
final class TaskMetrics {
  long deserializeMillis;
  long runMillis;
  long cpuNanos;
  long serializeMillis;
  long gcMillis;
  long fetchWaitMillis;
  long shuffleWriteNanos;
  long bytesRead;
  long bytesWritten;
  long bytesSpilled;
}
