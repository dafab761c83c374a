package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

/** All of it is found as services, so it exports nothing. */
class ModuleTest extends ModuleContract {
  ModuleTest() {
    super();
  }
}
