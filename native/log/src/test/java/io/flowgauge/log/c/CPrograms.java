package io.flowgauge.log.c;

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

/**
 * Builds the C programs of the tests, each once, below {@code target/c}. Without a C compiler
 * ({@code gcc}, or the one that the environment variable {@code CC} names), the tests are skipped.
 */
final class CPrograms {
  static final String FOREIGN_ORDER = "-DFG_LOG_FOREIGN_ORDER";

  /** Endings of programs that include the writer's source to test its internals. */
  private static final List<String> INCLUDE_WRITER = List.of("_fuzz", "_inside");

  private static final Path MAIN = Path.of("src/main/c");
  private static final Path TEST = Path.of("src/test/c");
  private static final Path TARGET =
      Path.of("target/c", System.getProperty("flowgauge.fork", "fork-1")).toAbsolutePath();
  private static final long PATIENCE_SECONDS = 120;
  private static final List<String> FLAGS =
      List.of(
          "-std=c11",
          "-g",
          "-O2",
          "-Wall",
          "-Wextra",
          "-Wpedantic",
          "-Wconversion",
          "-Wshadow",
          "-Werror",
          "-fvisibility=hidden",
          "-pthread");
  private static final Map<String, Path> BUILT = new ConcurrentHashMap<>();

  private CPrograms() {}

  /** Returns the program built from {@code NAME.c} and the writer with further options. */
  static Path program(String name, String... options) throws Exception {
    String key = name + String.join("", options).replaceAll("[^A-Za-z0-9-]", "_");
    Path known = BUILT.get(key);
    return known == null ? build(name, key, options) : known;
  }

  private static Path build(String name, String key, String... options) throws Exception {
    Files.createDirectories(TARGET);
    Path made = TARGET.resolve(key);
    List<String> command = new ArrayList<>(List.of(compiler()));
    command.addAll(FLAGS);
    command.addAll(Arrays.asList(options));
    command.addAll(List.of("-I", MAIN.toString()));
    command.add(TEST.resolve(name + ".c").toString());
    if (INCLUDE_WRITER.stream().noneMatch(name::endsWith)) {
      command.add(MAIN.resolve("flowgauge_log.c").toString());
    }
    command.addAll(List.of("-o", made.toString()));
    run(command);
    BUILT.put(key, made);
    return made;
  }

  /** Returns the C compiler; skips the test if there is none. */
  static String compiler() {
    String wanted = System.getenv().getOrDefault("CC", "gcc");
    assumeTrue(isOnPath(wanted), "skipped: no C compiler '" + wanted + "' on this machine");
    return wanted;
  }

  static boolean isOnPath(String program) {
    return program.contains("/") || Commands.find(program).isPresent();
  }

  /** Runs a command that must succeed and returns its output. */
  static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    return output(process);
  }

  /** Returns the output of a process, which must end successfully. */
  static String output(Process process) throws IOException, InterruptedException {
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }
}
