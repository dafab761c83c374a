package io.flowgauge.traces.spark;

/** What an executor measured of a task; 0 where the log has nothing. Not thread-safe. */
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
