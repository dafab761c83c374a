package io.flowgauge.instrumentation.jvm.agent.core;

import java.util.List;

/**
 * Code to be woven into a method. Immutable.
 *
 * @param method its linkage name
 * @param number number of the rewrite that the code asks
 * @param argument index of the argument for {@link Kind#ARGUMENT}, from 0
 * @param conditions indices of the arguments that the rewrite has conditions on
 */
record MethodChange(String method, Kind kind, int number, int argument, List<Integer> conditions) {
  /** What the code does. */
  enum Kind {
    /** Gives an argument another value. */
    ARGUMENT,
    /** Gives the result another value. */
    RESULT,
    /** Calls another method instead. */
    REPLACEMENT,
    /** Remembers the object. */
    OBJECT
  }

  MethodChange {
    conditions = List.copyOf(conditions);
  }

  /** Creates a change without conditions. */
  MethodChange(String method, Kind kind, int number) {
    this(method, kind, number, 0, List.of());
  }

  boolean isConditional() {
    return !conditions.isEmpty();
  }
}
