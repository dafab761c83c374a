package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.nativeprovider.programs.Cases.Case;
import io.flowgauge.instrumentation.nativeprovider.programs.Target.Answer;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The instrumenter is killed at random points while it attaches, puts sensors in or takes them out:
 * the program continues correctly, and another instrumenter can attach.
 */
@Timeout(value = 3, unit = TimeUnit.HOURS)
class KillTest {
  private static final int HELPER_KILLS = Sensors.LONG ? 1000 : 25;
  private static final int JVM_KILLS = Sensors.LONG ? 100 : 4;
  private static final int LONGEST_MICROS = 15_000;
  private static final int TAKEN_OVER_EVERY = 10;

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  static Stream<Case> programs() {
    return Cases.all()
        .filter(
            program ->
                Set.of(
                        "shapes gcc -O2",
                        "exceptions",
                        "exceptions STORM",
                        "shapes musl-gcc -O2 -static",
                        "jumps")
                    .contains(program.name()));
  }

  private static SensorRequest request(Case program) throws Exception {
    return SensorRequest.of(program.maker().make().getFileName() + ":*");
  }

  @ParameterizedTest
  @MethodSource("programs")
  void helper_killedAtRandomPoints_programGoesOn(Case program) throws Exception {
    Random random = new Random(17);
    SensorRequest request = request(program);
    try (Target target = program.start()) {
      Answer plain = target.run(program.rounds());
      Map<String, Long> code = ProcessFiles.code(target.pid());
      for (int i = 0; i < HELPER_KILLS; i++) {
        target.ask("busy");
        boolean[] done = new boolean[1];
        Thread instrumenter = new Thread(() -> cycleUntil(done, target.pid(), request));
        instrumenter.start();
        TimeUnit.MICROSECONDS.sleep(2000 + random.nextInt(LONGEST_MICROS));
        helpers(target.pid()).forEach(ProcessHandle::destroyForcibly);
        done[0] = true;
        instrumenter.join(20_000);
        assertThat(instrumenter.isAlive()).as("the instrumenter notices").isFalse();
        assertThat(target.ask("idle").text())
            .as("kill %d: %s", i, target.complaints())
            .contains("errors 0\n");
        ProcessFiles.awaitUntraced(target.pid());
        if (i % TAKEN_OVER_EVERY == 0) {
          checkNext(target, plain, program.rounds(), code);
        }
      }
      checkNewInstrumenter(program, target, plain, code);
    }
  }

  /** Checks that the next instrumenter takes out the sensors that a killed one left. */
  private static void checkNext(Target target, Answer plain, int rounds, Map<String, Long> code)
      throws Exception {
    Sensors.attach(target.pid()).close();
    assertThat(ProcessFiles.code(target.pid())).isEqualTo(code);
    assertThat(target.run(rounds).fixed()).isEqualTo(plain.fixed());
  }

  private static void cycleUntil(boolean[] done, long pid, SensorRequest request) {
    while (!done[0]) {
      Sensors.provider().attach(pid).value().ifPresent(process -> cycle(process, request));
    }
  }

  private static void cycle(InstrumentedProcess process, SensorRequest request) {
    try (process) {
      process.instrument(request);
      process.profile();
      process.deinstrument(List.of(RegionPattern.parse("*")));
    }
  }

  /** Returns this process's children except the target. */
  private static List<ProcessHandle> helpers(long target) {
    return ProcessHandle.current().children().filter(child -> child.pid() != target).toList();
  }

  private static void checkNewInstrumenter(
      Case program, Target target, Answer plain, Map<String, Long> code) throws Exception {
    try (InstrumentedProcess process = Sensors.attach(target.pid())) {
      String unit = program.maker().make().getFileName().toString();
      SensorReport report = Sensors.insert(process, Sensors.request(unit, plain.counts().keySet()));
      assertThat(report.done()).as("" + report.refused()).hasSizeGreaterThan(3);
      Map<String, Long> before = Sensors.calls(process.profile());
      Answer measured = target.run(program.rounds());
      assertThat(measured.fixed()).isEqualTo(plain.fixed());
      Sensors.assertCounts(
          Sensors.since(before, Sensors.calls(process.profile())),
          measured.counts(),
          Sensors.installed(report));
    }
    assertThat(ProcessFiles.code(target.pid())).isEqualTo(code);
    assertThat(target.run(program.rounds()).fixed()).isEqualTo(plain.fixed());
    assertThat(target.quit()).isEqualTo(7);
  }

  @ParameterizedTest
  @MethodSource("programs")
  void virtualMachine_killedAtRandomPoints_sensorsGoAndProgramGoesOn(Case program)
      throws Exception {
    Random random = new Random(23);
    String classPath = System.getProperty("java.class.path");
    String unit = program.maker().make().getFileName().toString();
    try (Target target = program.start()) {
      Answer plain = target.run(program.rounds());
      Map<String, Long> code = ProcessFiles.code(target.pid());
      target.ask("busy");
      for (int i = 0; i < JVM_KILLS; i++) {
        List<String> command =
            Instrumenter.command(List.of(), classPath, "cycle", "" + target.pid(), unit + ":*");
        Process instrumenter =
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        assertThat(instrumenter.inputReader().readLine()).isEqualTo("ready");
        TimeUnit.MICROSECONDS.sleep(random.nextInt(400_000));
        instrumenter.destroyForcibly().waitFor();
        awaitCode(target.pid(), code);
        ProcessFiles.awaitUntraced(target.pid());
      }
      assertThat(target.ask("idle").text()).as(target::complaints).contains("errors 0\n");
      checkNewInstrumenter(program, target, plain, code);
    }
  }

  /** Waits until the helper has noticed that its user is gone and has taken everything out. */
  private static void awaitCode(long pid, Map<String, Long> code) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    Map<String, Long> now = ProcessFiles.code(pid);
    while (!now.equals(code)) {
      assertThat(System.nanoTime()).as("code is as before").isLessThan(deadline);
      Thread.sleep(20);
      now = ProcessFiles.code(pid);
    }
  }
}
