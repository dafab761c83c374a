package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {}
