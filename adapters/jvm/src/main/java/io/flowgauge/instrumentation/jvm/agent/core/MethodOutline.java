package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.CodeRegion;
import org.objectweb.asm.Opcodes;

/** A method: its region, and its modifiers as in the class file. */
record MethodOutline(CodeRegion region, int access) {
  boolean hasBody() {
    return (access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) == 0;
  }

  boolean isNative() {
    return (access & Opcodes.ACC_NATIVE) != 0;
  }
}
