package io.flowgauge.instrumentation.jvm.agent.core;

import java.util.Optional;

/**
 * A change that was just made.
 *
 * @param before what a variable was
 * @param result what a call returned
 */
record Made(InEffect change, Optional<Number> before, Optional<Number> result) {
  Made(InEffect change) {
    this(change, Optional.empty(), Optional.empty());
  }
}
