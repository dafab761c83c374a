package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.CodeRegion;

/**
 * A region and its code.
 *
 * @param region the region
 * @param code what tells its code from other code at the same address
 */
record Place(CodeRegion region, Code code) {
  /**
   * Code of a process. Where a module went and another came, there is other code at the same
   * address; a function's other names are of the same code.
   *
   * @param address where it is
   * @param module path and build id
   */
  record Code(long address, String module) {}
}
