package io.flowgauge.fleet;

/** Describes exceptions of Kafka and stores. Stateless. */
public final class Failures {
  private Failures() {}

  /**
   * Says what went wrong.
   *
   * @param e an exception
   * @return the name and message of its innermost cause
   */
  public static String text(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String name = cause.getClass().getSimpleName().replaceFirst("Exception$", "");
    return cause.getMessage() == null ? name : name + ": " + cause.getMessage();
  }
}
