package io.flowgauge.instrumentation.jvm;

import java.io.IOException;

/** The agent could not do what it was asked for; it goes on serving. */
final class AgentFailure extends IOException {
  private static final long serialVersionUID = 1L;

  AgentFailure(String message) {
    super(message);
  }
}
