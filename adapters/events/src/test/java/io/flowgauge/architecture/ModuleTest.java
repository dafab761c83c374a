package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

/** The module is internal: it exports nothing unqualified. */
class ModuleTest extends ModuleContract {}
