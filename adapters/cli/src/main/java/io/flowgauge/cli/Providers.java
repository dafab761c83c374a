package io.flowgauge.cli;

import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.RegionPattern;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The providers of instrumentation that a command may use. Immutable. */
public record Providers(List<InstrumentationProvider> all) {
  private static final String NATIVE = "native";
  private static final String JVM = "jvm";
  private static final String LIBRARY = ".so";

  /** Returns the providers on the class path. */
  static Providers installed() {
    return new Providers(Instrumentation.providers());
  }

  /** Returns the provider of a name. */
  public InstrumentationProvider named(String name) {
    return all.stream()
        .filter(provider -> provider.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new WrongUsageException(unknown(name)));
  }

  private String unknown(String name) {
    return "there is no provider '"
        + name
        + "', only "
        + all.stream()
            .map(InstrumentationProvider::name)
            .sorted()
            .collect(Collectors.joining(", "));
  }

  /**
   * Returns the requested provider, by default the one for Java methods in a Java process and the
   * native one otherwise.
   */
  public InstrumentationProvider of(Optional<String> asked, long pid, List<RegionPattern> regions) {
    Optional<String> program = ProcessHandle.of(pid).flatMap(p -> p.info().command());
    return of(asked, program.orElse(""), regions);
  }

  /**
   * Returns the requested provider, by default the one for Java methods if the program is Java and
   * the native one otherwise.
   */
  public InstrumentationProvider of(
      Optional<String> asked, LaunchRequest request, List<RegionPattern> regions) {
    return of(asked, request.command().get(0), regions);
  }

  private InstrumentationProvider of(
      Optional<String> asked, String program, List<RegionPattern> regions) {
    boolean isJava = isJava(program) && regions.stream().noneMatch(Providers::isOfLibrary);
    return named(asked.orElse(isJava ? JVM : NATIVE));
  }

  private static boolean isJava(String program) {
    Path name = Path.of(program).getFileName();
    return name != null && name.toString().equals("java");
  }

  /** Whether a region belongs to a native library, such as {@code libc.so.6}. */
  private static boolean isOfLibrary(RegionPattern region) {
    return region.unit().contains(LIBRARY);
  }
}
