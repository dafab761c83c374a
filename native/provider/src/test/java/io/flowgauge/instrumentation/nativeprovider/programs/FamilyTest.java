package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.ProgramListener;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A launched command and everything it starts, in whatever way: every program has its sensors
 * before its first call, and no call is missing.
 */
@Timeout(value = 1, unit = TimeUnit.HOURS)
class FamilyTest {
  private static final int CALLS = 1000;
  private static final SensorRequest LEAF = SensorRequest.of("family*:leaf");

  private static final int KILLS = Sensors.LONG ? 500 : 3;

  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("workers");
  }

  /** A listener that puts a sensor into each program and keeps it. */
  private static final class Sensing implements ProgramListener {
    private final List<InstrumentedProcess> programs =
        Collections.synchronizedList(new ArrayList<>());
    private final List<Refusal> refusals = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void begins(InstrumentedProcess program) {
      program.instrument(LEAF).refusal().ifPresent(refusals::add);
      programs.add(program);
    }

    @Override
    public void refused(long pid, Refusal reason) {
      refusals.add(reason);
    }

    long calls() {
      return programs.stream()
          .flatMap(program -> program.profile().regions().stream())
          .mapToLong(RegionProfile::calls)
          .sum();
    }
  }

  /** Returns how many processes worked; each has written one byte to the file. */
  private long workers() throws IOException {
    return Files.exists(file) ? Files.size(file) : 0;
  }

  private List<String> family(Path program, String word) {
    return List.of(program.toString(), file.toString(), "" + CALLS, word);
  }

  private static ProcessStatus launch(List<String> command, ProgramListener listener)
      throws Exception {
    LaunchRequest request = LaunchRequest.of(command).withPrograms(listener);
    try (InstrumentedProcess process = Sensors.provider().launch(request).orThrow()) {
      listener.begins(process);
      process.resume().orThrow();
      while (process.status().state() != ProcessStatus.State.EXITED) {
        Thread.sleep(5);
      }
      return process.status();
    }
  }

  private void check(List<String> command, int workers) throws Exception {
    Sensing sensing = new Sensing();
    ProcessStatus end = launch(command, sensing);
    assertThat(end.exitCode()).as("exit status").hasValue(0);
    assertThat(sensing.refusals).isEmpty();
    assertThat(workers()).isEqualTo(workers);
    assertThat(sensing.calls()).isEqualTo((long) workers * CALLS);
    sensing.programs.forEach(InstrumentedProcess::close);
  }

  private static int workers(String word) {
    return 1 + word.replaceAll("[pai]", "").length();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "f", "e", "s", "v", "t", "p", "a", "i", "vfetsap", "tpfavsef"})
  void family_withSensors_countsEveryCall(String word) throws Exception {
    check(family(Built.c("family"), word), workers(word));
  }

  @Test
  void family_withoutDynamicLinker_countsEveryCall() throws Exception {
    check(family(Built.c("family", "gcc", "-O2", "-static"), "vfes"), 5);
  }

  @Test
  void shell_thatRunsPrograms_countsEveryCallOfTheirs() throws Exception {
    String one = String.join(" ", family(Built.c("family"), "fs"));
    check(List.of("/bin/sh", "-c", one + " & " + one + "; " + one + "; wait; exit 0"), 9);
  }

  /** Nobody waits for the child; it still works once its parent, the command, has ended. */
  @Test
  void child_thatOutlivesTheCommand_goesOn() throws Exception {
    launch(family(Built.c("family"), "dfes"), new Sensing());

    awaitWorkers(5);
  }

  @Test
  void programs_whoseListenerThrows_goOn() throws Exception {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
    Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> thrown.add(exception));
    try {
      ProgramListener throwing =
          program -> {
            if (program.process().command().size() == 4
                && program.process().command().get(3).length() < 2) {
              throw new AssertionError("on purpose");
            }
          };
      assertThat(launch(family(Built.c("family"), "ss"), throwing).exitCode()).hasValue(0);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
    assertThat(workers()).isEqualTo(3);
    assertThat(thrown).hasSize(2);
  }

  @Test
  void child_thatCannotBeInstrumented_isReportedAndGoesOn() throws Exception {
    Built.assume32Bit();
    String one = String.join(" ", family(Built.c("family", "gcc", "-O2", "-m32"), "fs"));
    Sensing sensing = new Sensing();

    assertThat(launch(List.of("/bin/sh", "-c", one + "; exit 3"), sensing).exitCode()).hasValue(3);

    assertThat(workers()).isEqualTo(3);
    assertThat(sensing.refusals)
        .extracting(Refusal::code)
        .containsExactly(RefusalCode.ARCH_32, RefusalCode.ARCH_32);
  }

  @Test
  void command_endedBySignal_saysSo() throws Exception {
    ProcessStatus end = launch(List.of("/bin/sh", "-c", "kill -9 $$"), new Sensing());

    assertThat(end.signal()).hasValue(9);
  }

  /** Programs that are held or traced continue when their holder is killed. */
  @Test
  void helper_killedAtRandomPoints_familyGoesOn() throws Exception {
    Random random = new Random(3);
    Path program = Built.c("family");
    for (int i = 0; i < KILLS; i++) {
      Files.deleteIfExists(file);
      LaunchRequest request =
          LaunchRequest.of(family(program, "vfestpasfe")).withPrograms(new Sensing());
      Sensors.provider().launch(request).orThrow().resume().orThrow();
      TimeUnit.MICROSECONDS.sleep(random.nextInt(60_000));
      killHelper();
      awaitWorkers(9);
    }
  }

  /**
   * Kills the helper and waits until it is gone, as a dying helper could still be asked to launch
   * the next command.
   */
  private static void killHelper() throws Exception {
    for (ProcessHandle child : ProcessHandle.current().children().toList()) {
      child.destroyForcibly();
      child.onExit().get(20, TimeUnit.SECONDS);
    }
  }

  private void awaitWorkers(int expected) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (workers() < expected && System.nanoTime() < deadline) {
      Thread.sleep(5);
    }
    assertThat(workers()).as("processes that worked").isEqualTo(expected);
  }
}
