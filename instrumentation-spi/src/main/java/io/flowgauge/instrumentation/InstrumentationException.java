package io.flowgauge.instrumentation;

/** Thrown by {@link Outcome#orThrow()} for a refusal. */
public final class InstrumentationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  /**
   * Makes an exception of a refusal.
   *
   * @param refusal the refusal
   */
  public InstrumentationException(Refusal refusal) {
    super(refusal.toString());
    this.refusal = refusal;
  }

  /**
   * The refusal.
   *
   * @return the refusal
   */
  public Refusal refusal() {
    return refusal;
  }
}
