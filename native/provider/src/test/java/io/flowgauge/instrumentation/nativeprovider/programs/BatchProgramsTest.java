package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real programs from packages: while one runs, some hundred of its functions repeatedly get and
 * lose sensors; its output is the same to the bit.
 */
@Timeout(value = 6, unit = TimeUnit.HOURS)
class BatchProgramsTest {
  private static final int CYCLES = Integer.getInteger("flowgauge.cycles", Sensors.LONG ? 1000 : 3);
  private static final int SENSORS = 200;
  private static final long PAUSE_MILLIS = Sensors.LONG ? 5 : 40;

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

  /** Runs a program without sensors, then with sensors until all cycles are done. */
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

  /** Compares only pixels, as the image's header contains the date. */
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

  /** An OpenMP program. */
  @Test
  void graphicsMagick_withSensorsComingAndGoing_filtersTheSameImage() throws Exception {
    Inputs.picture(folder.resolve("in.ppm"), 500);
    List<String> command =
        List.of(
            "gm",
            "convert",
            "-limit",
            "Threads",
            "3",
            "in.ppm",
            "-blur",
            "0x4",
            "-median",
            "2",
            "-unsharp",
            "0x3+1+0.05",
            "-rotate",
            "17",
            "out.ppm");
    check("libGraphicsMagick*:*", command, where -> Inputs.digest(where.resolve("out.ppm")));
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
}
