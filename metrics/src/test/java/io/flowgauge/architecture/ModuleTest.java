package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

/** The module is used only through its services, so it exports nothing. */
class ModuleTest extends ModuleContract {
  ModuleTest() {
    super();
  }
}
