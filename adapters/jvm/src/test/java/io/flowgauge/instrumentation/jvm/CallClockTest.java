package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.clock.TickCounter;
import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.jvm.program.Spin;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The clock that times calls, and that the program does not notice it. */
class CallClockTest {
  /** Relative error of the time-stamp counter against the clock. */
  private static final double ERROR = 1e-3;

  private static final int JAVA = Runtime.version().feature();

  @TempDir private Path folder;

  /** Starts a program that must not print warnings or use native code. */
  private JavaProgram program(String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of(options));
    if (JAVA >= 21) {
      all.add("-XX:+EnableDynamicAgentLoading");
    }
    if (JAVA >= 24) {
      all.add("--illegal-native-access=deny");
    }
    JavaProgram program = JavaProgram.start(JavaProgram.command(all, Spin.class), errors());
    assertThat(program.line()).isEqualTo("ready");
    return program;
  }

  private Path errors() {
    return folder.resolve("errors");
  }

  static Stream<List<String>> options() {
    return Stream.of(
        List.of(), List.of("-Xint"), List.of("-XX:TieredStopAtLevel=1"), List.of("-Xshare:off"));
  }

  @ParameterizedTest
  @MethodSource("options")
  void durations_againstTheProgramsOwnClock_areBetweenInsideAndOutside(List<String> options)
      throws Exception {
    try (JavaProgram program = program(options.toArray(String[]::new))) {
      // The agent stays loaded, so the next session times calls by the same clock.
      for (int session = 0; session < 2; session++) {
        try (InstrumentedProcess process = new JvmProvider().attach(program.pid()).orThrow()) {
          System.out.println(options + ": " + process);
          process.instrument(Spin.class.getName() + ":spin").orThrow();
          check(program, process, 500, 20_000);
          process.deinstrument().orThrow();
        }
        try (InstrumentedProcess process = new JvmProvider().attach(program.pid()).orThrow()) {
          process.instrument(Spin.class.getName() + ":spin").orThrow();
          check(program, process, 700_000_000, 2);
        }
      }
    }
    assertThat(Files.readString(errors())).as("printed by the program").isEmpty();
  }

  private static void check(JavaProgram program, InstrumentedProcess process, long nanos, int calls)
      throws IOException {
    String[] answer = program.ask(nanos + " " + calls).split(" ", -1);
    CallDurations wall = process.profile().region("spin(long)").orElseThrow().wall();
    assertThat(wall.totalNanos())
        .as("%d calls of %d ns", calls, nanos)
        .isBetween(
            Long.parseLong(answer[0]) * (1 - ERROR), Long.parseLong(answer[1]) * (1 + ERROR));
    assertThat(wall.minNanos().orElseThrow()).isGreaterThanOrEqualTo(nanos * (1 - ERROR) - 1);
    assertThat(wall.maxNanos().orElseThrow()).isLessThanOrEqualTo(wall.totalNanos());
    assertThat(answer[2]).as("native access of the program").isEqualTo("false");
  }

  @Test
  void clock_ofAProgram_isTheCounterWhereItCanBeRead() throws Exception {
    String expected =
        TickCounter.of(MethodHandles.lookup())
            .unavailable()
            .map(why -> "the system's clock, since " + why)
            .orElse("the processor's counter");
    try (JavaProgram program = program();
        InstrumentedProcess process = new JvmProvider().attach(program.pid()).orThrow()) {
      assertThat(process)
          .hasToString("%s (%d), calls timed by %s", Spin.class.getName(), program.pid(), expected);
    }
  }

  @Test
  void clock_interpreted_isTheSystems() throws Exception {
    try (JavaProgram program = program("-Xint");
        InstrumentedProcess process = new JvmProvider().attach(program.pid()).orThrow()) {
      assertThat(process.toString()).contains("calls timed by the system's clock, since ");
    }
  }
}
