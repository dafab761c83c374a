package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import io.flowgauge.instrumentation.nativeprovider.programs.Cases.Case;
import io.flowgauge.instrumentation.nativeprovider.programs.Target.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sensors on every function that has a name or unwind information: the provider itself must refuse
 * those that must not have one, such as a signal trampoline or a thread's start.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class WholeUnitsTest {
  private static final int MANY = 100;

  @TempDir Path folder;

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  static Stream<Case> programs() {
    return Cases.some();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void sensors_onAllOfTheProgram_changeNothing(Case program) throws Exception {
    String unit = program.maker().make().getFileName().toString();
    check(program, SensorRequest.builder(unit + ":*").exclude("where_called").build());
  }

  @ParameterizedTest
  @MethodSource("programs")
  void sensors_onAllUnits_changeNothing(Case program) throws Exception {
    check(program, SensorRequest.builder("*:*").exclude("where_called").build());
  }

  private static void check(Case program, SensorRequest request) throws Exception {
    try (Target target = program.start()) {
      Answer plain = target.run(program.rounds());
      Map<String, Long> code = ProcessFiles.code(target.pid());
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        SensorReport report = Sensors.insert(process, request);
        assertThat(report.done()).as("" + report.refused()).hasSizeGreaterThan(5);
        assertThat(target.run(program.rounds()).fixed())
            .as(target::complaints)
            .isEqualTo(plain.fixed());
        assertThat(process.profile().regions()).isNotEmpty();
        Sensors.removeAll(process);
        assertThat(target.run(program.rounds()).fixed()).isEqualTo(plain.fixed());
      }
      assertThat(ProcessFiles.code(target.pid())).isEqualTo(code);
      assertThat(target.quit()).isEqualTo(7);
    }
  }

  static Stream<Case> launchable() {
    return programs().filter(program -> !program.name().matches("fortran|rust"));
  }

  @ParameterizedTest
  @MethodSource("launchable")
  void launch_sensorsOnAllUnitsBeforeMain_changesNothing(Case program) throws Exception {
    String path = program.maker().make().toString();
    String run = "run " + program.rounds() / 2;
    Path plain = folder.resolve("plain");
    Path output = folder.resolve("measured");
    ProcessBuilder builder = new ProcessBuilder(path, "2", plain.toString(), run);
    builder.directory(Built.folder()).environment().putAll(program.environment());
    assertThat(builder.start().waitFor()).isEqualTo(7);
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putAll(program.environment());
    LaunchRequest request =
        LaunchRequest.of(path, "2", output.toString(), run)
            .withEnvironment(environment)
            .withDirectory(Built.folder().toPath());
    try (InstrumentedProcess process = Sensors.provider().launch(request).orThrow()) {
      SensorRequest all = SensorRequest.builder("*:*").exclude("where_called").build();
      assertThat(Sensors.insert(process, all).done()).hasSizeGreaterThan(5);
      process.resume().orThrow();
      assertThat(ended(process).exitCode()).hasValue(7);
    }
    assertThat(new Answer(Files.readString(output)).fixed())
        .isEqualTo(new Answer(Files.readString(plain)).fixed());
  }

  /**
   * The linker's lazy-binding function is entered by a jump, which only its unwind information
   * shows.
   */
  @Test
  void launch_sensorsOnALinkerWithoutNames_stillLinks() throws Exception {
    CPrograms.assumeProgram("objcopy");
    Path linker = folder.resolve("linker.so");
    Path system = Path.of("/lib64/ld-linux-x86-64.so.2");
    CPrograms.run(List.of("objcopy", "-S", "-R", ".note.gnu.build-id", "" + system, "" + linker));
    String[] lazy = {"-O2", "-Wl,-z,lazy", "-Wl,--dynamic-linker=" + linker};
    String path = Built.c("shapes", "gcc", lazy).toString();
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.remove("LD_BIND_NOW");
    LaunchRequest request =
        LaunchRequest.of(path, "2", "" + folder.resolve("output"), "run 10")
            .withEnvironment(environment)
            .withDirectory(Built.folder().toPath());
    try (InstrumentedProcess process = Sensors.provider().launch(request).orThrow()) {
      SensorRequest all = SensorRequest.of(linker.getFileName() + ":*");
      assertThat(Sensors.insert(process, all).done()).hasSizeGreaterThan(100);
      process.resume().orThrow();
      assertThat(ended(process).exitCode()).hasValue(7);
      assertThat(process.profile().regions()).anyMatch(region -> region.calls() > 0);
    }
  }

  private static ProcessStatus ended(InstrumentedProcess process) throws InterruptedException {
    for (int i = 0; i < 6000 && process.status().state() != ProcessStatus.State.EXITED; i++) {
      Thread.sleep(10);
    }
    return process.status();
  }

  /** Many functions of a stripped program are found by unwind information alone. */
  @ParameterizedTest
  @MethodSource("strippable")
  void sensors_ofAStrippedProgram_countExactly(Case program) throws Exception {
    Path whole = program.maker().make();
    Path stripped = Built.stripped(whole);
    Map<Long, String> names = Symbols.functions(whole);
    try (Target target = Target.start(program.environment(), List.of(stripped.toString(), "2"))) {
      Answer plain = target.run(MANY);
      long bias = Symbols.isFixed(whole) ? 0 : ProcessFiles.base(target.pid(), stripped);
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        SensorReport report =
            Sensors.insert(process, SensorRequest.of(stripped.getFileName() + ":*"));
        Answer measured = target.run(MANY);

        assertThat(measured.fixed()).isEqualTo(plain.fixed());
        Map<String, Long> calls = new HashMap<>();
        process
            .profile()
            .regions()
            .forEach(r -> calls.put(source(names.get(r.region().address() - bias)), r.calls()));
        Map<String, Long> known = new HashMap<>(measured.counts());
        known.keySet().removeAll(program.exempt());
        known.values().removeIf(count -> count == 0);
        assertThat(report.done()).hasSizeGreaterThanOrEqualTo(known.size());
        assertThat(calls).containsAllEntriesOf(known);
      }
    }
  }

  /** Returns a name without the suffix that the compiler adds for a specialised copy. */
  private static String source(String name) {
    return name == null ? "" : name.replaceFirst("\\.(constprop|isra|part)\\..*", "");
  }

  static Stream<Case> strippable() {
    return Stream.concat(
        Cases.compilers()
            .filter(each -> each.name().matches("shapes (gcc -O2( -no-pie)?|clang -O2)")),
        Cases.languages().filter(each -> each.name().equals("exceptions")));
  }
}
