package io.flowgauge.instrumentation.jvm;

import io.flowgauge.instrumentation.Refusal;
import java.io.IOException;

/** Says that the agent did not perform a request; it continues to serve. */
final class AgentFailure extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  AgentFailure(Refusal refusal) {
    super(refusal.message());
    this.refusal = refusal;
  }

  Refusal refusal() {
    return refusal;
  }
}
