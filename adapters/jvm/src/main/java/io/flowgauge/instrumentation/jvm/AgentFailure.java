package io.flowgauge.instrumentation.jvm;

import java.io.IOException;

/** The agent could not perform a request; it continues to serve. */
final class AgentFailure extends IOException {
  private static final long serialVersionUID = 1L;

  AgentFailure(String message) {
    super(message);
  }
}
