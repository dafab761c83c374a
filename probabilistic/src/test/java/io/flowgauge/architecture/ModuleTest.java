package io.flowgauge.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.spi.PredictionProvider;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The module is found only through its service, on the module path and on the class path. */
class ModuleTest {
  /** The build passes the folder; an IDE runs tests from the Maven module's folder. */
  private static final Path CLASSES =
      Path.of(System.getProperty("flowgauge.classes", "target/classes"));

  @Test
  void module_compiled_exportsNothingToAllAndOpensNothing() throws IOException {
    assertThat(descriptor().exports()).allMatch(ModuleDescriptor.Exports::isQualified);
    assertThat(descriptor().opens()).isEmpty();
    assertThat(descriptor().isOpen()).isFalse();
  }

  @Test
  void dependents_readOnlyFlowgauge() throws IOException {
    assertThat(descriptor().requires())
        .filteredOn(r -> r.modifiers().contains(ModuleDescriptor.Requires.Modifier.TRANSITIVE))
        .allSatisfy(r -> assertThat(r.name()).startsWith("io.flowgauge."));
  }

  @Test
  void services_onBothPaths_areTheSame() throws IOException {
    String service = PredictionProvider.class.getName();
    List<String> provided = List.of(PredictionProvider.installed().getClass().getName());

    assertThat(descriptor().provides())
        .singleElement()
        .satisfies(p -> assertThat(p.service()).isEqualTo(service))
        .satisfies(p -> assertThat(p.providers()).isEqualTo(provided));
    try (var files = Files.list(CLASSES.resolve("META-INF/services"))) {
      assertThat(files.map(file -> file.getFileName().toString())).containsExactly(service);
    }
    assertThat(Files.readAllLines(CLASSES.resolve("META-INF/services").resolve(service)))
        .isEqualTo(provided);
  }

  private static ModuleDescriptor descriptor() throws IOException {
    try (var in = Files.newInputStream(CLASSES.resolve("module-info.class"))) {
      return ModuleDescriptor.read(in);
    }
  }
}
