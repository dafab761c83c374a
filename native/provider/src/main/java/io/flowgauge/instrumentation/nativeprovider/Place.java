package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.CodeRegion;

/**
 * A region and its code.
 *
 * @param code identifies the code, even if other code has been at the same address
 */
record Place(CodeRegion region, Code code) {
  /**
   * Identifies code of a process. After one module has replaced another, the same address holds
   * different code. All names of a function have the same code.
   *
   * @param address address in the process
   * @param module path and build id of the module, or a number if it has no build id
   */
  record Code(long address, String module) {}
}
