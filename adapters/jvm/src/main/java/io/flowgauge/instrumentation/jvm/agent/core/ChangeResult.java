package io.flowgauge.instrumentation.jvm.agent.core;

import java.util.Optional;

/**
 * A change that was just made.
 *
 * @param before value of a variable before
 * @param result value that a call returned
 */
record ChangeResult(ActiveChange change, Optional<Number> before, Optional<Number> result) {
  ChangeResult(ActiveChange change) {
    this(change, Optional.empty(), Optional.empty());
  }
}
