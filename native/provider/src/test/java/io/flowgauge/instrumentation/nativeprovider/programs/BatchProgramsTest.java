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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs nobody here wrote, as their packages have them: while one runs, some hundred of its
 * functions get sensors and lose them, again and again; what it writes is the same to the bit.
 */
@Timeout(value = 6, unit = TimeUnit.HOURS)
class BatchProgramsTest {
  private static final int CYCLES = Sensors.LONG ? 1000 : 3;
  private static final int SENSORS = 200;
  private static final long PAUSE_MILLIS = Sensors.LONG ? 5 : 40;

  private static final SensorRequest MPI_CALLS =
      SensorRequest.of(
          "libmpich.so*:MPI_Sendrecv", "libmpich.so*:MPI_Allreduce", "libmpich.so*:MPI_Barrier");

  @TempDir Path folder;

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  /** Digests a program's output, so that runs can be compared. */
  @FunctionalInterface
  private interface Result {
    String of(Path folder) throws IOException;
  }

  /** Runs a program without sensors, then with them as often as the cycles take. */
  private void check(String units, List<String> command, Result result) throws Exception {
    CPrograms.assumeProgram(command.get(0));
    run(command, null);
    String plain = result.of(folder);
    assertThat(plain).isNotEmpty();
    Cycler cycler = new Cycler(units, SENSORS);
    for (int runs = 0; cycler.cycles() < CYCLES && runs < CYCLES; runs++) {
      run(command, cycler);
      assertThat(result.of(folder)).as("after " + cycler).isEqualTo(plain);
    }
    System.out.println(command.get(0) + ": " + cycler);
    assertThat(cycler.cycles()).isGreaterThanOrEqualTo(CYCLES);
    assertThat(cycler.calls()).isPositive();
  }

  private void run(List<String> command, Cycler cycler) throws Exception {
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      while (cycler != null && process.isAlive() && cycler.cycle(process.pid(), PAUSE_MILLIS)) {
        Thread.sleep(PAUSE_MILLIS);
      }
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as(() -> text(errors)).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** The image's pixels alone: its head has the date. */
  @Test
  void povray_withSensorsComingAndGoing_rendersTheSamePixels() throws Exception {
    Files.writeString(folder.resolve("scene.pov"), Inputs.SCENE);
    List<String> command =
        List.of(
            "povray",
            "-D",
            "+Iscene.pov",
            "+Oscene.ppm",
            "+FP",
            "+W320",
            "+H240",
            "+WT2",
            "+A0.1",
            "-J");
    check(
        "povray:*",
        command,
        where -> Inputs.digestOfEnd(where.resolve("scene.ppm"), 320 * 240 * 3));
  }

  @Test
  void montage_withSensorsComingAndGoing_projectsTheSameImage() throws Exception {
    Inputs.image(folder.resolve("in.fits"), 240);
    Files.writeString(folder.resolve("region.hdr"), Inputs.header(260, 0));
    check(
        "mProject:*",
        List.of("mProject", "in.fits", "out.fits", "region.hdr"),
        where ->
            Inputs.digest(where.resolve("out.fits"))
                + Inputs.digest(where.resolve("out_area.fits")));
  }

  @Test
  void ffmpeg_withSensorsComingAndGoing_encodesTheSameStream() throws Exception {
    List<String> command =
        List.of(
            "ffmpeg",
            "-v",
            "error",
            "-nostdin",
            "-f",
            "lavfi",
            "-i",
            "testsrc=size=320x240:rate=25:duration=40",
            "-f",
            "lavfi",
            "-i",
            "sine=duration=40",
            "-c:v",
            "mpeg4",
            "-c:a",
            "aac",
            "-bitexact",
            "-flags",
            "+bitexact",
            "-threads",
            "2",
            "-f",
            "md5",
            "-");
    check("libavcodec.so*:*", command, where -> text(where.resolve("output")));
  }

  @Test
  void python_withSensorsComingAndGoing_computesTheSame() throws Exception {
    Files.writeString(folder.resolve("work.py"), Inputs.SCRIPT);
    check(
        "python3*:*",
        List.of("/usr/bin/python3", "work.py"),
        where -> text(where.resolve("output")));
  }

  /** Each rank's MPI calls are known, and so are counted exactly; both ranks at once. */
  @Test
  @Timeout(value = 3, unit = TimeUnit.MINUTES)
  void mpi_callsOfTwoRanks_areCountedExactly() throws Exception {
    int rounds = 500;
    Path gate = folder.resolve("gate");
    String program = Built.c("mpi_ring", "mpicc", "-O2").toString();
    CPrograms.assumeProgram("mpiexec");
    String plain =
        mpi(gate, List.of("mpiexec", "-n", "2", program, "" + gate, "" + rounds), rounds, false);
    String measured =
        mpi(gate, List.of("mpiexec", "-n", "2", program, "" + gate, "" + rounds), rounds, true);

    assertThat(measured).isEqualTo(plain);
  }

  private String mpi(Path gate, List<String> command, int rounds, boolean sensors)
      throws Exception {
    open(gate, 0);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    StringBuilder tokens = new StringBuilder();
    try (BufferedReader output = process.inputReader()) {
      List<Long> ranks = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        ranks.add(Long.valueOf(output.readLine().split(" ", -1)[1]));
      }
      for (int phase = 1; phase <= 3; phase++) {
        List<InstrumentedProcess> attached = new ArrayList<>();
        for (long rank : sensors ? ranks : List.<Long>of()) {
          attached.add(Sensors.attach(rank));
          SensorReport report = Sensors.insert(attached.get(attached.size() - 1), MPI_CALLS);
          assertThat(report.done()).hasSizeGreaterThanOrEqualTo(3);
        }
        Map<Long, Map<String, Long>> before = counts(attached);
        open(gate, phase);
        tokens.append(output.readLine()).append('\n');
        Thread.sleep(50); // The other rank is through as well.
        checkCalls(attached, before, rounds);
        attached.forEach(InstrumentedProcess::close);
      }
      open(gate, 4);
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as(tokens.toString()).isZero();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return tokens.toString();
  }

  private static void open(Path gate, int phase) throws IOException {
    Path next = gate.resolveSibling("next");
    Files.writeString(next, phase + "\n");
    Files.move(next, gate, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
  }

  private static Map<Long, Map<String, Long>> counts(List<InstrumentedProcess> all) {
    Map<Long, Map<String, Long>> counts = new HashMap<>();
    all.forEach(each -> counts.put(each.process().pid(), Sensors.calls(each.profile())));
    return counts;
  }

  private static void checkCalls(
      List<InstrumentedProcess> attached, Map<Long, Map<String, Long>> before, int rounds) {
    for (InstrumentedProcess rank : attached) {
      Map<String, Long> calls =
          Sensors.since(before.get(rank.process().pid()), Sensors.calls(rank.profile()));
      assertThat(calls.get("MPI_Sendrecv")).isEqualTo(rounds);
      assertThat(calls.get("MPI_Allreduce")).isEqualTo(rounds);
      assertThat(calls.get("MPI_Barrier")).isEqualTo(rounds / 10 + 1);
    }
  }
}
