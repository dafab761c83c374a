package io.flowgauge.instrumentation.nativeprovider.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.testsupport.Commands;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Builds the C programs of the tests, each once, below {@code target/c}. Without a C compiler
 * ({@code gcc}, or the one that the environment variable {@code CC} names), the tests are skipped.
 */
public final class CPrograms {
  /**
   * Options that make a program stop at its first invalid access or undefined operation. -O1 makes
   * the build faster and checks as many accesses.
   */
  public static final List<String> SANITIZED =
      List.of(
          "-fsanitize=address,undefined",
          "-fno-sanitize-recover=all",
          "-fno-omit-frame-pointer",
          "-O1");

  private static final Path MAIN = Path.of("src/main/c");
  private static final Path TEST = Path.of("src/test/c");
  private static final Path TARGET =
      Path.of("target/c", System.getProperty("flowgauge.fork", "fork-1")).toAbsolutePath();
  private static final long PATIENCE_SECONDS = 120;
  private static final List<String> FLAGS =
      List.of("-std=c11", "-g", "-O2", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE", "-pthread");
  private static final Map<String, Path> BUILT = new ConcurrentHashMap<>();

  private CPrograms() {}

  /**
   * Builds the test program {@code src/test/c/NAME.c}.
   *
   * @param name name of the program
   * @param sources sources it is linked with, relative to {@code src/main/c}
   * @param options further options of the compiler; those that begin with {@code -l} come last
   * @return the path of the program
   */
  public static Path program(String name, List<String> sources, List<String> options)
      throws Exception {
    String key = key(name, options);
    Path known = BUILT.get(key);
    return known == null ? build(name, key, sources, options) : known;
  }

  private static String key(String name, List<String> options) {
    return (name + String.join("", options)).replaceAll("[^A-Za-z0-9.-]", "_");
  }

  /**
   * Returns the C sources in some folders of {@code src/main/c}.
   *
   * @param folders names of the folders
   * @return the sources, relative to {@code src/main/c}
   */
  public static List<String> sources(String... folders) throws IOException {
    List<String> sources = new ArrayList<>();
    for (String folder : folders) {
      try (Stream<Path> files = Files.list(MAIN.resolve(folder))) {
        files
            .map(file -> MAIN.relativize(file).toString())
            .filter(name -> name.endsWith(".c"))
            .sorted()
            .forEach(sources::add);
      }
    }
    return List.copyOf(sources);
  }

  private static Path build(String name, String key, List<String> sources, List<String> options)
      throws Exception {
    Path made = TARGET.resolve(key);
    List<String> command = compilation(options);
    command.add(TEST.resolve(name + ".c").toString());
    for (String source : sources) {
      command.add(object(source, options).toString());
    }
    command.addAll(List.of("-o", made.toString()));
    options.stream().filter(each -> each.startsWith("-l")).forEach(command::add);
    run(command);
    BUILT.put(key, made);
    return made;
  }

  /** Compiles a source of the library, once for all programs with the same options. */
  private static Path object(String source, List<String> options) throws Exception {
    String key = key(source, options) + ".o";
    Path made = TARGET.resolve(key);
    if (!BUILT.containsKey(key)) {
      List<String> command = compilation(options);
      command.addAll(List.of("-c", MAIN.resolve(source).toString(), "-o", made.toString()));
      run(command);
      BUILT.put(key, made);
    }
    return made;
  }

  private static List<String> compilation(List<String> options) throws IOException {
    Files.createDirectories(TARGET);
    List<String> command = new ArrayList<>(List.of(compiler()));
    command.addAll(FLAGS);
    options.stream().filter(each -> !each.startsWith("-l")).forEach(command::add);
    command.addAll(List.of("-I", MAIN.toString()));
    return command;
  }

  /** Returns options with more appended. */
  public static List<String> with(List<String> options, String... more) {
    return Stream.concat(options.stream(), Arrays.stream(more)).toList();
  }

  /** Returns the C compiler; skips the test if there is none. */
  public static String compiler() {
    String wanted = System.getenv().getOrDefault("CC", "gcc");
    assumeTrue(isOnPath(wanted), "skipped: no C compiler '" + wanted + "' on this machine");
    return wanted;
  }

  /** Skips the test if a library's header is missing. */
  public static void assumeHeader(String header) {
    assumeTrue(
        Files.exists(Path.of("/usr/include", header)),
        "skipped: /usr/include/" + header + " is missing on this machine");
  }

  /** Skips the test if a program is missing. */
  public static void assumeProgram(String program) {
    assumeTrue(isOnPath(program), "skipped: no '" + program + "' on this machine");
  }

  /** Whether a program can be started by its name. */
  public static boolean isOnPath(String program) {
    return program.contains("/") || Commands.find(program).isPresent();
  }

  /** Runs a command that must succeed and returns its output. */
  public static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(command.get(0) + ": " + text).isZero();
    return text;
  }
}
