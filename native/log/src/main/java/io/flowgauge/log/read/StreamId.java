package io.flowgauge.log.read;

/**
 * Identifies a stream of a log; together with the number of an event in its stream, it identifies
 * the event in any file. Immutable and thread-safe.
 *
 * @param log random number drawn when the log was opened
 * @param stream number of the stream in the log, counted from 0
 */
public record StreamId(long log, int stream) {
  /**
   * The number of the log as it is displayed.
   *
   * @return 16 hexadecimal digits
   */
  public String logDigits() {
    return String.format("%016x", log);
  }

  @Override
  public String toString() {
    return "stream " + stream + " of log " + logDigits();
  }
}
