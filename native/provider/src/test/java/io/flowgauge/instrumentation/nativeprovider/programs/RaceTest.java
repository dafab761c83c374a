package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes fork, execute other programs, load and unload libraries, and end while they are being
 * instrumented: each behaves as it would alone. With {@code -Dflowgauge.long=true}, some thousand
 * of them ({@code -Dflowgauge.races=N}: N).
 */
@Timeout(value = 3, unit = TimeUnit.HOURS)
class RaceTest {
  private static final int RACES = Integer.getInteger("flowgauge.races", Sensors.LONG ? 3000 : 10);
  private static final int STEPS = 12;
  private static final int LONGEST_MICROS = 2500;
  private static final RegionPattern ALL = RegionPattern.parse("*");

  /** Refusals to expect, as a process or a library may change between two steps. */
  private static final Set<RefusalCode> EXPECTED =
      Set.of(
          RefusalCode.NO_PROCESS,
          RefusalCode.ZOMBIE,
          RefusalCode.EXECED,
          RefusalCode.NO_TLS,
          RefusalCode.NOT_STOPPABLE,
          RefusalCode.NO_CODE,
          RefusalCode.BYTES_CHANGED,
          RefusalCode.NOT_INSTALLED);

  private static final SensorRequest REQUEST =
      SensorRequest.of("races*:probed", "races*:calls_probed", "races*:*s", "plugin*:*");

  @TempDir Path folder;

  private final Map<RefusalCode, Integer> refusals = new EnumMap<>(RefusalCode.class);
  private final Random random = new Random(41);
  private int attached;
  private int sensors;
  private int launched;

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  @Test
  void process_changingDuringEachStep_doesWhatItDoesAlone() throws Exception {
    Path program = Built.c("races");
    Path plugin = Built.c("plugin", "gcc", "-O2", "-shared", "-fPIC");
    for (int seed = 1; seed <= RACES; seed++) {
      Path plain = folder.resolve("plain");
      Path measured = folder.resolve("measured");
      int status = start(program, plugin, plain, seed).waitFor();
      int measuredStatus =
          seed % 3 == 0
              ? launched(program, plugin, measured, seed)
              : raced(start(program, plugin, measured, seed));
      assertThat(measuredStatus).as("seed %d", seed).isEqualTo(status).isIn(7, 128 + 15);
      assertThat(Files.readString(measured))
          .as("seed %d", seed)
          .isEqualTo(Files.readString(plain))
          .startsWith("sum ");
      Files.delete(plain);
      Files.delete(measured);
    }
    System.out.printf(
        "%d races, %d launched, %d times attached, %d sensors, refusals %s%n",
        RACES, launched, attached, sensors, refusals);
    assertThat(attached).isGreaterThan(RACES);
    assertThat(sensors).isGreaterThan(RACES);
  }

  private static Process start(Path program, Path plugin, Path output, int seed) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command(program, output, seed));
    builder.environment().put("PLUGIN", plugin.toString());
    return builder.inheritIO().start();
  }

  private static List<String> command(Path program, Path output, int seed) {
    return List.of(program.toString(), output.toString(), "" + seed, "" + STEPS);
  }

  /** Instruments a process, or one it has forked, repeatedly until the process ends. */
  private int raced(Process process) throws Exception {
    try {
      while (process.isAlive()) {
        attach(oneOf(process));
        pause();
      }
      assertThat(process.waitFor(1, TimeUnit.MINUTES))
          .as(() -> ProcessFiles.states(process.pid()))
          .isTrue();
      return process.exitValue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private long oneOf(Process process) {
    List<Long> all = new ArrayList<>(List.of(process.pid(), process.pid()));
    process.children().forEach(child -> all.add(child.pid()));
    return all.get(random.nextInt(all.size()));
  }

  private void pause() throws InterruptedException {
    TimeUnit.MICROSECONDS.sleep(random.nextInt(LONGEST_MICROS));
  }

  private void attach(long pid) throws InterruptedException {
    Outcome<InstrumentedProcess> outcome = Sensors.provider().attach(pid);
    if (outcome.refusal().isPresent()) {
      expect(outcome.refusal().orElseThrow());
      return;
    }
    try (InstrumentedProcess process = outcome.orThrow()) {
      attached++;
      pause();
      instrument(process);
      pause();
      if (random.nextBoolean()) {
        expect(process.deinstrument(List.of(ALL)));
        pause();
      }
      process.profile();
      process.status();
    }
  }

  private void instrument(InstrumentedProcess process) {
    Outcome<SensorReport> report = process.instrument(REQUEST);
    expect(report);
    report.value().ifPresent(each -> sensors += each.done().size());
  }

  private void expect(Outcome<SensorReport> outcome) {
    outcome.refusal().ifPresent(this::expect);
    outcome
        .value()
        .ifPresent(
            report ->
                report.refused().stream()
                    .map(result -> result.refusal().orElseThrow())
                    .filter(why -> !Sensors.SHAPE.contains(why.code()))
                    .forEach(this::expect));
  }

  private void expect(Refusal refusal) {
    assertThat(refusal.code()).as(refusal.message()).isIn(EXPECTED);
    refusals.merge(refusal.code(), 1, Integer::sum);
  }

  /**
   * Launches a program whose sensors are in before main and then come and go; checks that the
   * provider reports its end correctly.
   */
  private int launched(Path program, Path plugin, Path output, int seed) throws Exception {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("PLUGIN", plugin.toString());
    LaunchRequest request =
        LaunchRequest.of(command(program, output, seed)).withEnvironment(environment);
    try (InstrumentedProcess process = Sensors.provider().launch(request).orThrow()) {
      launched++;
      instrument(process);
      process.resume().orThrow();
      while (random.nextInt(20) > 0 && process.status().state() == ProcessStatus.State.RUNNING) {
        expect(process.deinstrument(List.of(ALL)));
        pause();
        instrument(process);
        pause();
      }
      ProcessStatus status = ended(process);
      return status.exitCode().orElse(0) + status.signal().stream().map(s -> 128 + s).sum();
    }
  }

  private static ProcessStatus ended(InstrumentedProcess process) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    ProcessStatus status = process.status();
    while (status.state() != ProcessStatus.State.EXITED) {
      assertThat(System.nanoTime())
          .as(() -> process + ", " + ProcessFiles.states(process.process().pid()))
          .isLessThan(deadline);
      Thread.sleep(2);
      status = process.status();
    }
    return status;
  }
}
