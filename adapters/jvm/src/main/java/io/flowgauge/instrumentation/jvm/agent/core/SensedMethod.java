package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.CodeRegion;

/** A method that has or had a sensor. It keeps its number for the whole session. */
final class SensedMethod {
  private final int number;
  private final SensedClass type;
  private final CodeRegion code;

  /** Whether its sensor is in place, or about to be. Guarded by the registry. */
  boolean wanted;

  SensedMethod(int number, SensedClass type, CodeRegion code) {
    this.number = number;
    this.type = type;
    this.code = code;
  }

  int number() {
    return number;
  }

  SensedClass type() {
    return type;
  }

  CodeRegion code() {
    return code;
  }
}
