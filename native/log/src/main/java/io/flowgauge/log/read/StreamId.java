package io.flowgauge.log.read;

/**
 * Which stream of which log: with the number of an event in its stream it tells the event from all
 * others, in whatever file it is found. Immutable and thread-safe.
 *
 * @param log number drawn at random when the log was opened
 * @param stream number of the stream in the log, counted from 0
 */
public record StreamId(long log, int stream) {
  /**
   * The number of the log as it is shown.
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
