package io.flowgauge.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.testsupport.CompiledModule;
import io.flowgauge.testsupport.ModuleContract;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import org.junit.jupiter.api.Test;

class ModuleTest extends ModuleContract {
  @Test
  void module_compiled_requiresTheApiAlone() throws IOException {
    assertThat(CompiledModule.descriptor().requires())
        .extracting(ModuleDescriptor.Requires::name)
        .containsExactlyInAnyOrder("java.base", "io.flowgauge.api");
  }
}
