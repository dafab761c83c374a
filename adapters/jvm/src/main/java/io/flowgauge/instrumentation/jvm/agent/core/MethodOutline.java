package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.CodeRegion;
import org.objectweb.asm.Opcodes;

/**
 * A method: its region, and its modifiers as in the class file.
 *
 * @param intrinsic whether it is marked as one that compilers may replace by code of their own;
 *     only they know whether they do, and they believe the mark only in classes of the JDK's core
 */
record MethodOutline(CodeRegion region, int access, boolean intrinsic) {
  boolean hasBody() {
    return (access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) == 0;
  }

  boolean isNative() {
    return (access & Opcodes.ACC_NATIVE) != 0;
  }
}
