package io.flowgauge.kafka;

/** What Kafka's exceptions say. Stateless. */
final class Failures {
  private Failures() {}

  static String text(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String name = cause.getClass().getSimpleName().replaceFirst("Exception$", "");
    return cause.getMessage() == null ? name : name + ": " + cause.getMessage();
  }
}
