package io.flowgauge.instrumentation.nativeprovider.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EngineTest {
  private static final Path WORK = Path.of("target/c/engine").toAbsolutePath();
  private static final Set<Path> BUILT = new HashSet<>();

  @Test
  void movedInstructions_ofEveryKind_doTheSameOrAreRefused() throws Exception {
    Path program =
        CPrograms.program(
            "relocate_tests",
            CPrograms.sources("relocate", "decode", "error"),
            CPrograms.SANITIZED);

    assertThat(CPrograms.run(List.of(program.toString()))).endsWith("ok\n");
  }

  @Test
  void engine_onProcessesOfItsOwn_countsExactlyAndLeavesNothing() throws Exception {
    check(build("engine_tests", List.of()));
  }

  @Test
  void engine_sanitized_accessesNothingWrongly() throws Exception {
    check(build("engine_tests", CPrograms.SANITIZED));
  }

  @Test
  void tracer_thatDies_losesNoSignal() throws Exception {
    check(build("tracee_tests", List.of()));
  }

  @Test
  void counters_sanitized_areExactAndLeaveNothing() throws Exception {
    check(build("counting_tests", CPrograms.SANITIZED));
  }

  private static void check(Path program) throws IOException, InterruptedException {
    String said = CPrograms.run(List.of(program.toString()));

    assumeTrue(!said.contains("may not be traced"), () -> "skipped: " + said);
    assertThat(said).endsWith("ok\n").doesNotContain("FAILED");
  }

  /** A test program with the engine. */
  private static Path build(String name, List<String> options)
      throws IOException, InterruptedException {
    Path program = WORK.resolve(name);
    List<String> command = compiler(options);
    command.addAll(List.of("-pthread", "src/test/c/" + name + ".c", engine(options).toString()));
    command.addAll(List.of("-o", program.toString()));
    CPrograms.run(command);
    return program;
  }

  /** All of the helper but its main function, with the agent's code; made once. */
  private static Path engine(List<String> options) throws IOException, InterruptedException {
    Path object = WORK.resolve(options.isEmpty() ? "engine.o" : "engine_sanitized.o");
    if (!BUILT.add(object)) {
      return object;
    }
    Files.createDirectories(WORK);
    CPrograms.run(
        List.of("sh", "src/main/c/build.sh", WORK.toString(), WORK.resolve("x.so").toString()));
    List<String> command = compiler(options);
    command.addAll(List.of("-r", "-o", object.toString(), "src/main/c/embed_agent.S"));
    try (Stream<Path> sources = Files.list(Path.of("src/main/c"))) {
      sources.filter(EngineTest::isHelpers).map(Path::toString).forEach(command::add);
    }
    CPrograms.run(command);
    return object;
  }

  private static List<String> compiler(List<String> options) {
    List<String> command =
        new ArrayList<>(
            List.of(CPrograms.compiler(), "-std=gnu11", "-g", "-O1", "-Wall", "-Wextra"));
    command.addAll(options);
    command.addAll(List.of("-D_GNU_SOURCE", "-Isrc/main/c", "-Wa,-I," + WORK));
    return command;
  }

  private static boolean isHelpers(Path source) {
    String name = source.getFileName().toString();
    return name.endsWith(".c") && !name.matches("(agent|library|helper|watch)(_.*)?\\.c");
  }
}
