package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

/** Internal: nothing is exported to all. */
class ModuleTest extends ModuleContract {}
