package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.nativeprovider.programs.Cases.Case;
import io.flowgauge.instrumentation.nativeprovider.programs.Target.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sensors are put into and taken out of programs of every awkward kind: results stay the same,
 * calls are counted exactly, and the code is as before. Each program also checks its own results.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class AwkwardProgramsTest {
  private static final int CYCLES = Sensors.LONG ? 100 : 2;
  private static final int BUSY_CYCLES = Sensors.LONG ? 1000 : 8;
  private static final int STATUS = 7;

  /** Mappings that an agent may add once: nine, plus one near each of a few distant modules. */
  private static final int AGENT_MAPPINGS = 16;

  /** Mappings that later cycles may add: places near modules, threads of the program itself. */
  private static final int LATER_MAPPINGS = 10;

  /** Functions that the handler of a storm's signals calls. */
  private static final List<String> STORM = List.of("in_storm", "in_storm_inside");

  @TempDir Path folder;

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  static Stream<Case> all() {
    return Cases.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void sensors_ofAnIdleProgram_countExactlyAndLeaveNothing(Case program) throws Exception {
    try (Target target = program.start()) {
      Answer plain = target.run(program.rounds());
      assertThat(plain.text()).contains("errors 0\n");
      Map<String, Long> code = ProcessFiles.code(target.pid());
      int descriptors = ProcessFiles.descriptors(target.pid());
      int mappings = ProcessFiles.mappings(target.pid());
      for (int i = 0; i < CYCLES; i++) {
        cycle(program, target, plain);
        assertThat(ProcessFiles.code(target.pid())).isEqualTo(code);
        assertThat(ProcessFiles.traced(target.pid())).isEmpty();
        assertThat(ProcessFiles.descriptors(target.pid())).isEqualTo(descriptors);
        int now = ProcessFiles.mappings(target.pid());
        int more = i == 0 ? AGENT_MAPPINGS + 4 * program.threads() : LATER_MAPPINGS;
        assertThat(now).as("mappings after cycle %d", i).isLessThanOrEqualTo(mappings + more);
        mappings = now;
      }
      assertThat(target.quit()).isEqualTo(STATUS);
    }
  }

  private static void cycle(Case program, Target target, Answer plain) throws Exception {
    try (InstrumentedProcess process = Sensors.attach(target.pid())) {
      SensorReport report = Sensors.insert(process, request(program, plain));
      Set<String> installed = checkedInstalled(program, plain, report);
      Map<String, Long> before = Sensors.calls(process.profile());
      Answer measured = target.run(program.rounds());

      assertThat(measured.fixed()).as(target::complaints).isEqualTo(plain.fixed());
      Map<String, Long> calls = Sensors.since(before, Sensors.calls(process.profile()));
      Sensors.assertCounts(calls, measured.counts(), installed);
      if (program.isStormy()) {
        awaitStorm(process);
      }
      Sensors.removeAll(process);
      Map<String, Long> last = Sensors.calls(process.profile());
      assertThat(target.run(program.rounds()).fixed()).isEqualTo(plain.fixed());
      assertThat(Sensors.calls(process.profile())).as("calls after removal").isEqualTo(last);
    }
  }

  /**
   * Waits until handlers have been called; on a busy machine, signals may come only in pauses and
   * hit the thread that reads commands.
   */
  private static void awaitStorm(InstrumentedProcess process) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (STORM.stream()
        .anyMatch(name -> Sensors.calls(process.profile()).getOrDefault(name, 0L) == 0)) {
      assertThat(System.nanoTime()).as("handlers are called").isLessThan(deadline);
      Thread.sleep(1);
    }
  }

  private static SensorRequest request(Case program, Answer plain) throws Exception {
    Set<String> names = new TreeSet<>(plain.counts().keySet());
    names.remove("where_called");
    if (program.isStormy()) {
      names.addAll(STORM);
    }
    return Sensors.request(program.maker().make().getFileName().toString(), names);
  }

  /**
   * Returns the regions with sensors; checks that all expected ones have one and that others were
   * refused because of their bytes.
   */
  private static Set<String> checkedInstalled(Case program, Answer plain, SensorReport report) {
    assertThat(report.refused())
        .allSatisfy(
            result ->
                assertThat(result.refusal().orElseThrow().code())
                    .as("" + result)
                    .isIn(Sensors.SHAPE));
    Set<String> installed = Sensors.installed(report);
    Set<String> expected = new TreeSet<>(plain.counts().keySet());
    plain
        .counts()
        .forEach((name, count) -> expected.removeIf(each -> each.equals(name) && count == 0));
    expected.removeAll(program.exempt());
    assertThat(installed).as("sensors; refused: " + report.refused()).containsAll(expected);
    return installed;
  }

  @ParameterizedTest
  @MethodSource("working")
  void sensors_comingAndGoingOnABusyProgram_changeNothing(Case program) throws Exception {
    try (Target target = program.start()) {
      Answer plain = target.run(program.rounds());
      Map<String, Long> code = ProcessFiles.code(target.pid());
      target.ask("busy");
      for (int i = 0; i < BUSY_CYCLES; i++) {
        try (InstrumentedProcess process = Sensors.attach(target.pid())) {
          SensorReport report = Sensors.insert(process, request(program, plain));
          checkedInstalled(program, plain, report);
          Thread.sleep(5 + i % 7);
          Sensors.removeAll(process);
        }
        assertThat(ProcessFiles.traced(target.pid())).isEmpty();
      }
      assertThat(target.ask("idle").text()).as(target::complaints).contains("errors 0\n");
      Sensors.attach(target.pid()).close(); // An open call had kept the jump in the unwinder.
      assertThat(ProcessFiles.code(target.pid()))
          .as("next to libraries the program has loaded meanwhile")
          .containsAllEntriesOf(code);
      assertThat(target.run(program.rounds()).fixed()).isEqualTo(plain.fixed());
      assertThat(target.quit()).isEqualTo(STATUS);
    }
  }

  /** Returns the programs that support "busy". */
  static Stream<Case> working() {
    return Cases.some()
        .filter(program -> !program.name().equals("fortran") && !program.name().equals("rust"));
  }

  /**
   * Sensors are put in while the program is idle and read while it is busy: profiles only grow, and
   * are exact at the end.
   */
  @ParameterizedTest
  @MethodSource("working")
  void profile_pulledFromABusyProgram_growsAndEndsExact(Case program) throws Exception {
    try (Target target = program.start()) {
      Answer plain = target.run(program.rounds());
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        SensorReport report = Sensors.insert(process, request(program, plain));
        Set<String> installed = checkedInstalled(program, plain, report);
        Map<String, Long> before = Sensors.calls(process.profile());
        target.ask("busy");
        Map<String, Long> last = before;
        for (int i = 0; i < 10; i++) {
          Thread.sleep(10);
          Map<String, Long> now = Sensors.calls(process.profile());
          last.forEach((name, calls) -> assertThat(now.get(name)).isGreaterThanOrEqualTo(calls));
          last = now;
        }
        Answer known = target.ask("idle");
        assertThat(known.text()).as(target::complaints).contains("errors 0\n");
        Profile profile = process.profile();
        Map<String, Long> calls = Sensors.since(before, Sensors.calls(profile));
        Sensors.assertCounts(calls, known.counts(), installed);
        assertThat(profile.losses().nestedTooDeeply()).isZero();
        assertThat(profile.losses().withoutThread()).isZero();
        assertThat(profile.losses().withoutRecord()).isZero();
      }
      assertThat(target.quit()).isEqualTo(STATUS);
    }
  }

  /** Sensors are in place before main, without attaching to the running program. */
  @ParameterizedTest
  @MethodSource("working")
  void launch_sensorsBeforeMain_countAllCalls(Case program) throws Exception {
    Path plainOutput = folder.resolve("plain");
    Path output = folder.resolve("measured");
    String path = program.maker().make().toString();
    String run = "run " + program.rounds();
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putAll(program.environment());
    ProcessBuilder builder =
        new ProcessBuilder(path, "" + program.threads(), plainOutput.toString(), run, run);
    builder.directory(Built.folder());
    builder.environment().putAll(program.environment());
    assertThat(builder.start().waitFor()).isEqualTo(STATUS);
    Answer plain = new Answer(Files.readString(plainOutput));

    LaunchRequest request =
        LaunchRequest.of(path, "" + program.threads(), output.toString(), run, run)
            .withEnvironment(environment)
            .withDirectory(Built.folder().toPath());
    try (InstrumentedProcess process = Sensors.provider().launch(request).orThrow()) {
      SensorReport report = Sensors.insert(process, request(program, plain));
      Set<String> installed = checkedInstalled(program, plain, report);
      process.resume().orThrow();
      ProcessStatus status = ended(process);

      assertThat(status.exitCode()).hasValue(STATUS);
      assertThat(new Answer(Files.readString(output)).fixed()).isEqualTo(plain.fixed());
      Map<String, Long> twice = new HashMap<>();
      plain.counts().forEach((name, calls) -> twice.put(name, 2 * calls));
      Sensors.assertCounts(Sensors.calls(process.profile()), twice, installed);
    }
  }

  private static ProcessStatus ended(InstrumentedProcess process) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    ProcessStatus status = process.status();
    while (status.state() != ProcessStatus.State.EXITED) {
      assertThat(System.nanoTime()).as("" + status).isLessThan(deadline);
      Thread.sleep(5);
      status = process.status();
    }
    return status;
  }
}
