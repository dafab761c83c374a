package io.flowgauge.benchmarks.eventlog;

/** The event that all logs write. */
final class TestEvent {
  static final String NAME = "MY_EVENT";
  static final String HOST = "foo.lbl.gov";
  static final String PROGRAM = "MY_PROGRAM";

  /** A BP line as a pattern of Logback. */
  static final String LINE =
      "ts=%d{\"yyyy-MM-dd'T'HH:mm:ss.SSSSSS\", UTC}Z event="
          + NAME
          + " HOST="
          + HOST
          + " PROG="
          + PROGRAM
          + " %m%n";

  static final String MESSAGE = "MY_INT={} MY_FLOAT={}";

  private TestEvent() {}
}
