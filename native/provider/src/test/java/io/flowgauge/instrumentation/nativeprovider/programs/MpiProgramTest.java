package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** An MPI program of two ranks, both with sensors in the packaged MPI library. */
@Timeout(value = 6, unit = TimeUnit.HOURS)
class MpiProgramTest {
  private static final int CYCLES = Integer.getInteger("flowgauge.cycles", 1000);
  private static final long PAUSE_MILLIS = 5;

  /**
   * Rounds of one phase in which calls are counted; {@link #ROUNDS} if sensors come and go
   * meanwhile.
   */
  private static final int COUNTED_ROUNDS = 500;

  private static final int ROUNDS = 50_000;
  private static final int PHASES = 3;

  private static final SensorRequest ALL_CALLS = SensorRequest.of("libmpich.so*:MPI_*");

  /** Number of sensors that MPI's functions exceed. */
  private static final int MANY = 500;

  @TempDir Path folder;

  private Path gate;

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
    CPrograms.assumeProgram("mpichversion");
    gate = folder.resolve("gate");
  }

  /** Returns the name of an MPICH program; the plain name may belong to another installed MPI. */
  private static String mpich(String name) {
    return CPrograms.isOnPath(name + ".mpich") ? name + ".mpich" : name;
  }

  private Process start(int rounds) throws Exception {
    String program = Built.c("mpi_ring", mpich("mpicc"), "-O2").toString();
    return new ProcessBuilder(mpich("mpiexec"), "-n", "2", program, "" + gate, "" + rounds)
        .redirectErrorStream(true)
        .start();
  }

  /** Lets the ranks continue up to a phase. */
  private void open(int phase) throws IOException {
    Path next = folder.resolve("next");
    Files.writeString(next, phase + "\n");
    Files.move(next, gate, StandardCopyOption.ATOMIC_MOVE);
  }

  private static List<Long> ranks(BufferedReader output) throws IOException {
    List<Long> ranks = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ranks.add(Long.valueOf(output.readLine().split(" ", -1)[1]));
    }
    return ranks;
  }

  private static void awaitEnd(Process process, String output) throws InterruptedException {
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /**
   * Every function of MPI has a sensor, and each rank's calls, which are known, are counted
   * exactly.
   */
  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void allCalls_ofTwoRanks_areCountedExactly() throws Exception {
    String plain = phases(false);

    assertThat(phases(true)).isEqualTo(plain);
  }

  /** Returns what rank 0 prints for each phase; sensors are put in again for each. */
  private String phases(boolean hasSensors) throws Exception {
    open(0);
    Process process = start(COUNTED_ROUNDS);
    StringBuilder tokens = new StringBuilder();
    try (BufferedReader output = process.inputReader()) {
      List<Long> ranks = ranks(output);
      for (int phase = 1; phase <= PHASES; phase++) {
        List<InstrumentedProcess> attached = new ArrayList<>();
        for (long rank : hasSensors ? ranks : List.<Long>of()) {
          attached.add(Sensors.attach(rank));
          SensorReport report = Sensors.insert(attached.get(attached.size() - 1), ALL_CALLS);
          assertThat(report.done()).as("" + report.refused()).hasSizeGreaterThan(MANY);
        }
        Map<Long, Map<String, Long>> before = counts(attached);
        open(phase);
        tokens.append(output.readLine()).append('\n');
        Thread.sleep(50); // By now the other rank is through as well.
        checkCalls(attached, before);
        attached.forEach(InstrumentedProcess::close);
      }
      open(PHASES + 1);
      awaitEnd(process, tokens.toString());
    } finally {
      end(process);
    }
    return tokens.toString();
  }

  private static Map<Long, Map<String, Long>> counts(List<InstrumentedProcess> all) {
    Map<Long, Map<String, Long>> counts = new HashMap<>();
    all.forEach(each -> counts.put(each.process().pid(), Sensors.calls(each.profile())));
    return counts;
  }

  private static void checkCalls(
      List<InstrumentedProcess> attached, Map<Long, Map<String, Long>> before) {
    for (InstrumentedProcess rank : attached) {
      Map<String, Long> calls =
          Sensors.since(before.get(rank.process().pid()), Sensors.calls(rank.profile()));
      assertThat(calls.get("MPI_Sendrecv")).isEqualTo(COUNTED_ROUNDS);
      assertThat(calls.get("MPI_Allreduce")).isEqualTo(COUNTED_ROUNDS);
      assertThat(calls.get("MPI_Barrier")).isEqualTo(COUNTED_ROUNDS / 10 + 1);
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "flowgauge.long", matches = "true")
  void ranks_withSensorsComingAndGoing_computeTheSame() throws Exception {
    check("libmpich.so*:*", 200, CYCLES);
  }

  @Test
  @EnabledIfSystemProperty(named = "flowgauge.long", matches = "true")
  void ranks_withAllMpiCallsComingAndGoing_computeTheSame() throws Exception {
    check("libmpich.so*:MPI_*", 1000, CYCLES / 5 + 1);
  }

  private void check(String units, int sensors, int cycles) throws Exception {
    open(PHASES + 1);
    String plain = run(null);
    assertThat(plain).hasLineCount(PHASES);
    Cycler cycler = new Cycler(units, sensors);
    for (int runs = 0; cycler.cycles() < cycles && runs < cycles; runs++) {
      assertThat(run(cycler)).as("after " + cycler).isEqualTo(plain);
    }
    System.out.println("mpiexec, " + units + ": " + cycler);
    assertThat(cycler.cycles()).isGreaterThanOrEqualTo(cycles);
    assertThat(cycler.calls()).isPositive();
  }

  private String run(Cycler cycler) throws Exception {
    Process process = start(ROUNDS);
    try (BufferedReader output = process.inputReader()) {
      List<Long> ranks = ranks(output);
      boolean isRunning = cycler != null;
      while (isRunning) {
        for (long rank : ranks) {
          isRunning &= cycler.cycle(rank, PAUSE_MILLIS);
        }
      }
      String tokens = output.lines().map(line -> line + "\n").reduce("", String::concat);
      awaitEnd(process, tokens);
      return tokens;
    } finally {
      end(process);
    }
  }
}
