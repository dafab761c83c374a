package io.flowgauge.instrumentation.jvm.agent.core;

import java.util.Optional;

/**
 * A change that was just made.
 *
 * @param before value of a variable before
 * @param result value that a call returned
 */
record Made(InEffect change, Optional<Number> before, Optional<Number> result) {
  Made(InEffect change) {
    this(change, Optional.empty(), Optional.empty());
  }
}
