package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;

/** Says why a change, or another request, was not made. */
final class ChangeRefused extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  ChangeRefused(Refusal refusal) {
    super(refusal.message());
    this.refusal = refusal;
  }

  ChangeRefused(RefusalCode code, String message) {
    this(new Refusal(code, message));
  }

  Refusal refusal() {
    return refusal;
  }
}
