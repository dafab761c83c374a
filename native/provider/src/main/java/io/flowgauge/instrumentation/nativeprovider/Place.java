package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.CodeRegion;

/**
 * A region and its code.
 *
 * @param code what distinguishes its code from other code at the same address
 */
record Place(CodeRegion region, Code code) {
  /**
   * Code of a process. After one module has replaced another there is different code at the same
   * address; all names of a function stand for the same code.
   *
   * @param address where it is
   */
  record Code(long address, String module) {}
}
