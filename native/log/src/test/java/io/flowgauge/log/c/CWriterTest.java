package io.flowgauge.log.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.log.read.LogReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tests written in C, with and without sanitizers. */
@Timeout(600)
class CWriterTest {
  private static final String TESTS = "log_test";
  private static final String NO_RECOVERY = "-fno-sanitize-recover=all";
  private static final String QUICKER_BUILD = "-O1";

  @TempDir Path folder;

  @Test
  void tests_plain_pass() throws Exception {
    assertThat(CPrograms.run(List.of(CPrograms.program(TESTS).toString()))).contains("ok");
  }

  @Test
  void program_withoutOptimization_needsNoFurtherLibrary() throws Exception {
    assertThat(CPrograms.program("interop", "-O0")).exists();
  }

  @Test
  void tests_foreignByteOrder_pass() throws Exception {
    Path program = CPrograms.program(TESTS, CPrograms.FOREIGN_ORDER);

    assertThat(CPrograms.run(List.of(program.toString()))).contains("ok");
  }

  @Test
  void tests_addressAndUndefinedBehaviourSanitizers_pass() throws Exception {
    String option = "-fsanitize=address,undefined";
    requireSanitizer(option);
    Path program = CPrograms.program(TESTS, option, NO_RECOVERY, QUICKER_BUILD);

    assertThat(CPrograms.run(List.of(program.toString()))).contains("ok");
  }

  /**
   * Runs without forks, as the sanitizer cannot follow the child of a process with many threads.
   */
  @Test
  void tests_threadSanitizer_pass() throws Exception {
    String option = "-fsanitize=thread";
    requireSanitizer(option);
    Path program = CPrograms.program(TESTS, option, QUICKER_BUILD);

    assertThat(CPrograms.run(List.of(program.toString(), "--no-fork"))).contains("ok");
  }

  /** Trigger files assembled from parts of valid ones, in any order. */
  @Test
  void triggerParser_randomText_neitherCrashesNorHangs() throws Exception {
    String option = "-fsanitize=address,undefined";
    requireSanitizer(option);
    Path program =
        CPrograms.program("trigger_fuzz", option, NO_RECOVERY, QUICKER_BUILD, "-DSTANDALONE");
    String runs = System.getProperty("flowgauge.long") == null ? "5000" : "3000000";

    assertThat(CPrograms.run(List.of(program.toString(), runs))).contains("ok");
  }

  @Test
  void counter_machineSlept_isNotBelieved() throws Exception {
    assertThat(CPrograms.run(List.of(CPrograms.program("clock_inside").toString()))).contains("ok");
  }

  /** A host unloads a library that logs while threads that have logged live on. */
  @Test
  void library_unloaded_hasWrittenAllAndIsGone() throws Exception {
    Path library = CPrograms.program("unload_test", "-DLIBRARY", "-fPIC", "-shared");
    Path host = CPrograms.program("unload_test");
    Path file = folder.resolve("unloaded.nlb");

    CPrograms.run(List.of(host.toString(), library.toString(), file.toString()));

    try (LogReader log = LogReader.open(file)) {
      assertThat(log.events()).hasSize(20_000);
      assertThat(log.losses()).isEmpty();
    }
  }

  /** The header claims to be usable from C++. */
  @Test
  void header_inCxx_compilesWithoutWarning() throws Exception {
    CPrograms.compiler();
    assumeTrue(CPrograms.isOnPath("g++"), "skipped: no g++ on this machine");
    Path source = folder.resolve("user.cc");
    Files.writeString(
        source,
        """
        #include "flowgauge_log.h"
        FG_LOG_TYPE(e, "e", FG_INT32(n), FG_FLOAT64(x), FG_LIFELINE_STRING(id))
        int main() { e_log(1, 2.0, fg_text_of("three")); return e_type.id; }
        """);
    for (String standard : List.of("-std=c++11", "-std=c++20")) {
      CPrograms.run(
          List.of(
              "g++",
              standard,
              "-Wall",
              "-Wextra",
              "-Wconversion",
              "-Werror",
              "-Isrc/main/c",
              "-fsyntax-only",
              source.toString()));
    }
  }

  private void requireSanitizer(String option) throws Exception {
    Path source = folder.resolve("empty.c");
    Files.writeString(source, "int main(void) { return 0; }\n");
    Path program = folder.resolve("empty");
    Process build =
        new ProcessBuilder(
                CPrograms.compiler(), option, source.toString(), "-o", program.toString())
            .redirectErrorStream(true)
            .start();
    build.getInputStream().readAllBytes();
    assumeTrue(build.waitFor() == 0, "skipped: no runtime of " + option + " on this machine");
  }
}
