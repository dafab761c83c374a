package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;
import java.util.Set;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(Set.of("io.flowgauge.fleet", "io.flowgauge.kafka"), Set.of("org.apache.kafka."));
  }
}
