package io.flowgauge.instrumentation.nativeprovider.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EngineTest {
  private static final Path WORK =
      Path.of("target/c/engine", System.getProperty("flowgauge.fork", "fork-1")).toAbsolutePath();

  /** Folders of the helper's sources, except the helper's own folder. */
  private static final String[] ENGINE = {
    "engine",
    "follower",
    "sensor",
    "inject",
    "uprobe",
    "process",
    "image",
    "decode",
    "demangle",
    "shared"
  };

  private static boolean isSanitized;

  @Test
  void movedInstructions_ofEveryKind_doTheSameOrAreRefused() throws Exception {
    Path program =
        CPrograms.program(
            "relocate_tests",
            CPrograms.with(CPrograms.sources("decode", "shared"), "sensor/relocate.c"),
            CPrograms.SANITIZED);

    assertThat(CPrograms.run(List.of(program.toString()))).endsWith("ok\n");
  }

  @Test
  void engine_onProcessesOfItsOwn_countsExactlyAndLeavesNothing() throws Exception {
    check(build("engine_tests", List.of(), shipped()));
  }

  @Test
  void engine_sanitized_accessesNothingWrongly() throws Exception {
    check(build("engine_tests", CPrograms.SANITIZED, sanitized()));
  }

  @Test
  void tracer_thatDiesOrLetsGoAtOnce_losesNoSignal() throws Exception {
    check(build("tracee_tests", List.of(), shipped()));
  }

  @Test
  void tracer_ofAProcessThatBecomesAnother_isNotForbidden() throws Exception {
    check(build("exec_tests", List.of(), shipped()));
  }

  @Test
  void counters_sanitized_areExactAndLeaveNothing() throws Exception {
    check(build("counting_tests", CPrograms.SANITIZED, sanitized()));
  }

  @Test
  void callers_atEveryInstruction_areThoseThatCalled() throws Exception {
    check(build("frames_tests", List.of(), shipped()));
  }

  @Test
  void callers_ofDamagedUnwindInformation_accessNothingWrongly() throws Exception {
    check(build("frames_tests", CPrograms.SANITIZED, sanitized()));
  }

  private static void check(Path program) throws IOException, InterruptedException {
    String said = CPrograms.run(List.of(program.toString()));

    assumeTrue(!said.contains("may not be traced"), () -> "skipped: " + said);
    assertThat(said).endsWith("ok\n").doesNotContain("FAILED");
  }

  /** Builds a test program with the engine. */
  private static Path build(String name, List<String> options, List<Path> engine)
      throws IOException, InterruptedException {
    Path program = WORK.resolve(name);
    List<String> command = compiler(options);
    command.addAll(List.of("-pthread", "src/test/c/" + name + ".c"));
    engine.forEach(each -> command.add(each.toString()));
    command.addAll(List.of("-o", program.toString()));
    CPrograms.run(command);
    return program;
  }

  /** Returns the objects of the engine as shipped in the helper, without the helper's own files. */
  private static List<Path> shipped() throws Exception {
    try (Stream<Path> objects = Files.list(parts().resolve("helper.o"))) {
      return objects.filter(each -> !isNamed(each, "helper.*")).toList();
    }
  }

  /** Returns the engine compiled with sanitizers; compiled once. */
  private static List<Path> sanitized() throws Exception {
    Path object = WORK.resolve("engine_sanitized.o");
    if (!isSanitized) {
      // The build takes most of the time, so it does not optimise.
      List<String> command = compiler(CPrograms.with(CPrograms.SANITIZED, "-O0"));
      command.addAll(List.of("-Wa,-I," + parts(), "-r", "-o", object.toString()));
      command.add("src/main/c/helper/embed_agent.S");
      for (String source : CPrograms.sources(ENGINE)) {
        command.add("src/main/c/" + source);
      }
      CPrograms.run(command);
      isSanitized = true;
    }
    return List.of(object);
  }

  /**
   * Returns the folder of the objects that the library is made of; rebuilds a library older than
   * its sources.
   */
  private static Path parts() throws IOException, InterruptedException, URISyntaxException {
    URL resource = EngineTest.class.getResource("/linux-x86-64/libflowgauge.so");
    assumeTrue(resource != null, "skipped: the library is not made on this machine");
    Path library = Path.of(resource.toURI());
    Path parts = library.resolve("../../../library").normalize();
    CPrograms.run(List.of("sh", "src/main/c/build.sh", parts.toString(), library.toString()));
    return parts;
  }

  private static List<String> compiler(List<String> options) throws IOException {
    Files.createDirectories(WORK);
    List<String> command =
        new ArrayList<>(
            List.of(CPrograms.compiler(), "-std=gnu11", "-g", "-O1", "-Wall", "-Wextra"));
    command.addAll(options);
    command.addAll(List.of("-D_GNU_SOURCE", "-Isrc/main/c"));
    return command;
  }

  private static boolean isNamed(Path file, String pattern) {
    return file.getFileName().toString().matches(pattern);
  }
}
