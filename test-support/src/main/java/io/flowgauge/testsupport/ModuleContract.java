package io.flowgauge.testsupport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Pins the compiled {@code module-info} of the Maven module under test, and keeps its services
 * equal to {@code META-INF/services}, which serve the class path.
 *
 * <p>A subclass states every directive as it would be written in {@code module-info.java}:
 *
 * <pre>{@code
 * class ModuleTest extends ModuleContract {
 *   ModuleTest() {
 *     super(
 *         "module io.flowgauge.model",
 *         "requires transitive io.flowgauge.api",
 *         "exports io.flowgauge.model",
 *         "provides io.flowgauge.api.RunReader with io.flowgauge.model.JsonReader");
 *   }
 * }
 * }</pre>
 *
 * Not thread-safe.
 */
public abstract class ModuleContract {
  private final List<String> directives;

  /**
   * States what the module declares.
   *
   * @param directives the module's name and every directive but the implied {@code requires
   *     java.base}, without final semicolon, in any order
   */
  protected ModuleContract(String... directives) {
    this.directives = List.of(directives);
  }

  @Test
  final void moduleInfo_compiled_hasExactlyTheseDirectives() throws IOException {
    assertThat(directivesOf(descriptor()))
        .as("module-info.java")
        .containsExactlyInAnyOrderElementsOf(directives);
  }

  @Test
  final void serviceFiles_built_equalProvides() throws IOException {
    var provided = new TreeMap<String, List<String>>();
    descriptor().provides().forEach(p -> provided.put(p.service(), p.providers()));
    assertThat(serviceFiles()).as("META-INF/services against provides").isEqualTo(provided);
  }

  private static List<String> directivesOf(ModuleDescriptor module) {
    return Stream.of(
            Stream.of((module.isOpen() ? "open " : "") + "module " + module.name()),
            module.requires().stream()
                .filter(r -> !r.modifiers().contains(ModuleDescriptor.Requires.Modifier.MANDATED))
                .map(r -> "requires " + words(r.modifiers()) + r.name()),
            module.exports().stream().map(e -> "exports " + e.source() + list(" to ", e.targets())),
            module.opens().stream().map(o -> "opens " + o.source() + list(" to ", o.targets())),
            module.uses().stream().map(u -> "uses " + u),
            module.provides().stream()
                .map(p -> "provides " + p.service() + " with " + String.join(", ", p.providers())))
        .flatMap(Function.identity())
        .toList();
  }

  private static String words(Set<? extends Enum<?>> modifiers) {
    return modifiers.stream()
        .sorted(Comparator.comparing(Enum::name))
        .map(m -> m.name().toLowerCase(Locale.ROOT) + " ")
        .collect(joining());
  }

  private static String list(String before, Collection<String> names) {
    return names.isEmpty() ? "" : before + names.stream().sorted().collect(joining(", "));
  }

  private static ModuleDescriptor descriptor() throws IOException {
    try (var in = Files.newInputStream(classes().resolve("module-info.class"))) {
      return ModuleDescriptor.read(in);
    }
  }

  private static Map<String, List<String>> serviceFiles() throws IOException {
    Path folder = classes().resolve("META-INF/services");
    if (Files.notExists(folder)) {
      return Map.of();
    }
    try (var files = Files.list(folder)) {
      return files.collect(
          Collectors.toMap(f -> f.getFileName().toString(), ModuleContract::providersIn));
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

  /** The build names the folder; an IDE starts the tests in the Maven module. */
  private static Path classes() {
    return Path.of(System.getProperty("flowgauge.classes", "target/classes"));
  }
}
