package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import io.flowgauge.instrumentation.nativeprovider.dwarf.Variables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Setting variables of running programs, and undoing it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SetVariableTest {
  private static final Path SOURCES = Path.of("src/test/c/programs").toAbsolutePath();
  private static final List<String> NAMES =
      List.of(
          "plain",
          "small",
          "hidden",
          "wide",
          "fraction",
          "single",
          "flag",
          "fixed",
          "own",
          "mode",
          "level",
          "twice",
          "shared",
          "library",
          "counter",
          "sum");
  private static final List<String> AT_FIRST =
      List.of(
          "-5",
          "200",
          "7",
          "1099511627776",
          "0.25",
          "1.5",
          "0",
          "3",
          "1",
          "0",
          "4",
          "3",
          "10",
          "10");
  private static final int SUM = NAMES.indexOf("sum");
  private static final int CHANGES = Sensors.LONG ? 10_000 : 1_000;

  @TempDir static Path programs;

  @TempDir Path folder;

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  private static String value(Questioned program, String name) throws IOException {
    return program.value(NAMES.indexOf(name));
  }

  /** Builds the program and its library, each variant once. */
  private static Path program(String... options) throws Exception {
    CPrograms.assumeProgram("g++");
    Path built = Files.createDirectories(programs.resolve("built" + String.join("", options)));
    Path made = built.resolve("settings");
    if (Files.exists(made)) {
      return made;
    }
    Path library = built.resolve("libsettings.so");
    CPrograms.run(
        List.of(
            "gcc",
            "-O2",
            "-g",
            "-shared",
            "-fPIC",
            "" + SOURCES.resolve("settings_library.c"),
            "-o",
            "" + library));
    List<String> command = new ArrayList<>(List.of("g++", "-std=c++17", "-O2", "-pthread"));
    command.addAll(Arrays.asList(options));
    command.addAll(
        List.of(
            "" + SOURCES.resolve("settings.cpp"),
            "" + library,
            "-Wl,-rpath," + built,
            "-o",
            "" + made));
    CPrograms.run(command);
    return made;
  }

  private static Outcome<AppliedChange> set(
      InstrumentedProcess process, String name, Number value) {
    return process.change(Change.set(name, value));
  }

  private static RefusalCode refused(InstrumentedProcess process, String name, Number value) {
    return set(process, name, value).refusal().orElseThrow().code();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-g -fPIE -pie", "-g -fno-pie -no-pie", "-g -gdwarf-4 -fPIE -pie"})
  void set_everyKindOfNumber_isSeenByTheProgramAndSetBack(String options) throws Exception {
    try (Questioned program = new Questioned(program(options.split(" ")))) {
      try (InstrumentedProcess process = Sensors.attach(program.pid())) {
        assertThat(set(process, "settings:plain", -6).orThrow().before()).contains(-5L);
        assertThat(set(process, "small", 255).orThrow().before()).contains(200L);
        assertThat(set(process, "hidden", -32_768).orThrow().before()).contains(7L);
        assertThat(set(process, "wide", 5L << 41).orThrow().before()).contains(1L << 40);
        assertThat(set(process, "fraction", 0.1).orThrow().before()).contains(0.25);
        assertThat(set(process, "single", 3).orThrow().before()).contains(1.5);
        assertThat(set(process, "flag", 1).orThrow().before()).contains(0L);
        assertThat(set(process, "mode", 1).orThrow().before()).contains(0L);
        assertThat(set(process, "pov::camera::level", 9).orThrow().before()).contains(4L);
        assertThat(set(process, "libsettings.so:shared_limit", 77).orThrow().before())
            .contains(10L);
        AppliedChange other = set(process, "other::twice", 5).orThrow();
        program.begin(0);
        assertThat(program.values().subList(0, 14))
            .containsExactly(
                "-6",
                "255",
                "-32768",
                "10995116277760",
                "0.1",
                "3",
                "1",
                "3",
                "1",
                "1",
                "9",
                "6",
                "77",
                "77");
        assertThat(other.undo().orThrow().stopped()).isZero();
        assertThat(other.undo().value()).contains(other);
        assertThat(value(program, "twice")).isEqualTo("3");
      }
      program.begin(0);
      assertThat(program.values().subList(0, 14)).isEqualTo(AT_FIRST);
    }
  }

  @Test
  void set_whatCannotBe_isRefusedAndChangesNothing() throws Exception {
    try (Questioned program = new Questioned(program("-g"));
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      assertThat(refused(process, "nothing", 1)).isEqualTo(RefusalCode.NO_TARGET);
      assertThat(refused(process, "*twice", 1)).isEqualTo(RefusalCode.AMBIGUOUS);
      assertThat(refused(process, "small", 256)).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "small", -1)).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "plain", 1L << 31)).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "plain", 0.5)).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "flag", 2)).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "single", 1e300)).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "fraction", Long.MAX_VALUE)).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "text", 1)).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "own", 1)).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "fixed", 4)).isEqualTo(RefusalCode.READ_ONLY);
      program.begin(0);
      assertThat(program.values().subList(0, 14)).isEqualTo(AT_FIRST);
    }
  }

  @Test
  void set_withoutDebugInformation_goesByTheSizeOfTheSymbol() throws Exception {
    try (Questioned program = new Questioned(program());
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      set(process, "settings:plain", -9).orThrow();
      set(process, "small", 201).orThrow();
      set(process, "pov::camera::level", 8).orThrow();
      assertThat(value(program, "plain")).isEqualTo("-9");
      assertThat(value(program, "small")).isEqualTo("201");
      assertThat(value(program, "level")).isEqualTo("8");
      assertThat(refused(process, "fraction", 0.5)).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "small", 256)).isEqualTo(RefusalCode.WRONG_TYPE);
    }
  }

  @Test
  void undo_programHasSetItSince_leavesThat() throws Exception {
    try (Questioned program = new Questioned(program("-g", "-O0"))) {
      try (InstrumentedProcess process = Sensors.attach(program.pid())) {
        AppliedChange change = set(process, "counter", 40).orThrow();
        assertThat(value(program, "counter")).isEqualTo("40");
        assertThat(change.undo().refusal().orElseThrow().code())
            .isEqualTo(RefusalCode.CHANGED_SINCE);
      }
      assertThat(value(program, "counter")).isEqualTo("41");
    }
  }

  @Test
  void undo_processHasEnded_isDone() throws Exception {
    Questioned program = new Questioned(program("-g"));
    try (program;
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      AppliedChange change = set(process, "plain", 1).orThrow();
      program.end();
      assertThat(change.undo().value()).contains(change);
      assertThat(refused(process, "plain", 2)).isEqualTo(RefusalCode.NO_PROCESS);
    }
  }

  @Test
  void set_againAndAgainWhileThreadsCompute_leavesTheResultAsItIs() throws Exception {
    Path file = program("-g");
    String expected;
    try (Questioned program = new Questioned(file)) {
      program.begin(4);
      expected = program.values().get(SUM);
    }
    try (Questioned program = new Questioned(file);
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      List<Duration> took = new ArrayList<>();
      while (took.size() < CHANGES / 2) {
        program.begin(4);
        while (!program.hasAnswered()) {
          AppliedChange change = set(process, "wide", (1L << 41) + took.size()).orThrow();
          took.add(change.took());
          change.undo().orThrow();
        }
        // The variable itself is not compared, as it may have been changed just then.
        assertThat(program.values().get(SUM)).isEqualTo(expected);
      }
      program.begin(0);
      assertThat(program.values().subList(0, 14)).isEqualTo(AT_FIRST);
      took.sort(null);
      Duration median = took.get(took.size() / 2);
      System.out.println("a variable is set in " + median.toNanos() / 1000 + " µs (median)");
      // With more load than processors, most changes have to wait for one, but some do not.
      assertThat(took.get(took.size() / 10)).isLessThan(Duration.ofMillis(1));
    }
  }

  @Test
  void kill_ofTheTuner_setsBack() throws Exception {
    try (Questioned program = new Questioned(program("-g"))) {
      try (Tuner tuner = Tuner.start(program.pid(), "set", "plain", "99")) {
        assertThat(value(program, "plain")).isEqualTo("99");
        tuner.kill();
      }
      for (int k = 0; k < 100 && !value(program, "plain").equals("-5"); k++) {
        Thread.sleep(50);
      }
      assertThat(value(program, "plain")).isEqualTo("-5");
    }
  }

  @Test
  void read_damagedFiles_findsNothingOrSomething() throws Exception {
    Path file = program("-g");
    byte[] bytes = Files.readAllBytes(file);
    Random random = new Random(5);
    int failed = 0;
    for (int k = 0; k < 300; k++) {
      byte[] damaged = bytes.clone();
      for (int d = 0; d < 20; d++) {
        damaged[random.nextInt(k % 2 == 0 ? damaged.length : 4096)] = (byte) random.nextInt();
      }
      Path made = Files.write(folder.resolve("damaged"), damaged);
      try {
        Variables.read(made);
      } catch (IOException e) {
        failed++;
      }
    }
    assertThat(failed).isLessThan(300);
  }
}
