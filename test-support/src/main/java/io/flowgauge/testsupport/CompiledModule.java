package io.flowgauge.testsupport;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The compiled classes of the Maven module under test. Stateless. */
public final class CompiledModule {

  private CompiledModule() {}

  /**
   * Reads its {@code module-info}.
   *
   * @return the descriptor
   * @throws IOException if it cannot be read
   */
  public static ModuleDescriptor descriptor() throws IOException {
    try (var in = Files.newInputStream(classes().resolve("module-info.class"))) {
      return ModuleDescriptor.read(in);
    }
  }

  /** The services it provides on the module path, with their providers. */
  static Map<String, List<String>> provided() throws IOException {
    Map<String, List<String>> provided = new TreeMap<>();
    descriptor().provides().forEach(p -> provided.put(p.service(), p.providers()));
    return provided;
  }

  /** The services it provides on the class path, with their providers. */
  static Map<String, List<String>> serviceFiles() throws IOException {
    Path folder = classes().resolve("META-INF/services");
    if (Files.notExists(folder)) {
      return Map.of();
    }
    try (var files = Files.list(folder)) {
      return files.collect(
          Collectors.toMap(f -> f.getFileName().toString(), CompiledModule::providersIn));
    }
  }

  private static List<String> providersIn(Path file) {
    try (var lines = Files.lines(file, UTF_8)) {
      return lines
          .map(line -> line.replaceFirst("#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the folder named by the build or, in an IDE, that of the Maven module. */
  static Path classes() {
    return Path.of(System.getProperty("flowgauge.classes", "target/classes"));
  }
}
