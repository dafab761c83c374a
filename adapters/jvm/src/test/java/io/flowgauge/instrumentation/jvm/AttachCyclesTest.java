package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.jvm.program.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Attaches to a busy program repeatedly, with {@code -Dflowgauge.long=true} a thousand times. */
class AttachCyclesTest {
  private static final boolean LONG = Boolean.getBoolean("flowgauge.long");
  private static final int CYCLES = LONG ? 1000 : 30;
  private static final int KILLS = LONG ? 100 : 4;
  private static final String ALL = Worker.class.getName() + ":*";

  private final JvmProvider provider = new JvmProvider();

  /**
   * Cycles before the first measurement: they load classes and fill caches in both virtual
   * machines.
   */
  private static final int WARM_UP = CYCLES / 5;

  /**
   * Most kilobytes a cycle may leave: HotSpot keeps parts of each version of a class, here 7 (JDK
   * 25) to 20 (JDK 17).
   */
  private static final long KILOBYTES_OF_CYCLE = 50;

  private static final int FAILURES = 0;
  private static final int THREADS = 2;
  private static final int FILES = 3;
  private static final int METASPACE = 4;
  private static final int HEAP = 5;

  /** Returns a worker's numbers, in the order above. */
  private static long[] state(JavaProgram program) throws IOException {
    return Arrays.stream(program.ask("?").split(" ", -1)).mapToLong(Long::parseLong).toArray();
  }

  private static JavaProgram worker() throws IOException {
    // Otherwise the virtual machine may print among the answers that the attaching process has
    // died.
    List<String> options = List.of("-Xlog:disable", "-Xlog:all=warning:stderr");
    JavaProgram program = JavaProgram.start(JavaProgram.command(options, Worker.class));
    assertThat(program.line()).isEqualTo("ready");
    return program;
  }

  private static void end(JavaProgram program) throws Exception {
    program.process().getOutputStream().close();
    assertThat(program.line()).isEqualTo("failures 0");
    assertThat(program.await()).isZero();
  }

  private static long folders() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("flowgauge-jvm-"))
          .count();
    }
  }

  @Test
  void attach_manyTimes_leavesNothingBehind() throws Exception {
    long before = folders();
    try (JavaProgram program = worker()) {
      for (int k = 0; k < WARM_UP; k++) {
        cycle(program);
      }
      long[] first = state(program);
      long files = ownFiles();
      for (int k = WARM_UP; k < CYCLES; k++) {
        cycle(program);
        // The state is queried after a garbage collection, which frees unused versions of classes.
        state(program);
      }
      long[] last = state(program);
      System.out.printf(
          "%d cycles; the program after %d %s, at the end %s; own files %d, %d%n",
          CYCLES, WARM_UP, Arrays.toString(first), Arrays.toString(last), files, ownFiles());
      assertThat(last[FAILURES]).as("wrong results").isZero();
      assertThat(last[THREADS]).as("threads").isLessThanOrEqualTo(first[THREADS] + 1);
      assertThat(last[FILES]).as("open files").isLessThanOrEqualTo(first[FILES] + 1);
      assertThat(last[METASPACE])
          .as("KB of metaspace")
          .isLessThan(first[METASPACE] + (CYCLES - WARM_UP) * KILOBYTES_OF_CYCLE);
      assertThat(last[HEAP]).as("KB of heap").isLessThan(first[HEAP] + 4_000);
      assertThat(ownFiles()).as("open files here").isLessThan(files + 100);
      end(program);
    }
    assertThat(folders()).as("folders left").isLessThanOrEqualTo(before);
  }

  private static long ownFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  private void cycle(JavaProgram program) throws Exception {
    try (InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      SensorReport report = process.instrument(ALL).orThrow();
      assertThat(report.refused()).isEmpty();
      while (process.profile().region("checked(int)").orElseThrow().calls() < 100) {
        Thread.sleep(1);
      }
      SensorReport out = process.deinstrument().orThrow();
      assertThat(out.refused()).as("the class file is as before").isEmpty();
      Profile after = process.profile();
      Thread.sleep(7);
      // Each thread may still finish the call it was in; it begins no further one.
      assertThat(calls(process.profile()))
          .as("calls once sensors are out")
          .isBetween(calls(after), calls(after) + Worker.THREADS);
      assertThat(after.losses().total()).isZero();
    }
  }

  private static long calls(Profile profile) {
    return profile.region("square(int)").orElseThrow().calls();
  }

  @Test
  void attach_whileAnotherIsAttached_isRefused() throws Exception {
    try (JavaProgram program = worker();
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      Outcome<InstrumentedProcess> second = provider.attach(program.pid());
      assertThat(second.refusal().orElseThrow().code()).isEqualTo(RefusalCode.ALREADY_OPEN);
      assertThat(process.instrument(ALL).orThrow().refused()).isEmpty();
      process.detach();
      provider.attach(program.pid()).orThrow().close();
      end(program);
    }
  }

  /** Attaches, says so, and puts sensors in and out until it is killed. */
  static final class Instrumenter {
    private Instrumenter() {}

    /** Takes the pid as argument. */
    public static void main(String[] arguments) throws InterruptedException {
      long pid = Long.parseLong(arguments[0]);
      InstrumentedProcess process = new JvmProvider().attach(pid).orThrow();
      System.out.println("attached");
      while (true) {
        process.instrument(ALL).orThrow();
        process.profile();
        process.deinstrument(ALL).orThrow();
        Thread.sleep(1);
      }
    }
  }

  @Test
  void kill_instrumenterAtAnyTime_targetGoesOnWithoutSensors() throws Exception {
    Random random = new Random(5);
    try (JavaProgram program = worker()) {
      for (int k = 0; k < KILLS; k++) {
        killOne(program, random);
        InstrumentedProcess next = attachSoon(program);
        assertThat(next.profile().regions()).isEmpty();
        assertThat(next.instrument(ALL).orThrow().refused()).isEmpty();
        next.close();
      }
      assertThat(state(program)[FAILURES]).as("wrong results").isZero();
      end(program);
    }
  }

  private static void killOne(JavaProgram program, Random random) throws Exception {
    try (JavaProgram instrumenter = instrumenter(program.pid())) {
      // About half are killed while they are attaching.
      if (random.nextBoolean()) {
        assertThat(instrumenter.line()).isEqualTo("attached");
        Thread.sleep(random.nextInt(300));
      } else {
        Thread.sleep(200 + random.nextInt(500));
      }
    }
  }

  private static JavaProgram instrumenter(long pid) throws IOException {
    return JavaProgram.start(
        List.of(
            JavaProgram.java(),
            "-cp",
            System.getProperty("java.class.path"),
            Instrumenter.class.getName(),
            "" + pid));
  }

  /**
   * Attaches, with retries, as the agent needs some milliseconds to notice the end of its socket.
   */
  private InstrumentedProcess attachSoon(JavaProgram program) throws InterruptedException {
    Outcome<InstrumentedProcess> outcome = provider.attach(program.pid());
    for (int k = 0; k < 100 && outcome.refusal().isPresent(); k++) {
      assertThat(outcome.refusal().orElseThrow().code()).isEqualTo(RefusalCode.ALREADY_OPEN);
      Thread.sleep(50);
      outcome = provider.attach(program.pid());
    }
    return outcome.orThrow();
  }

  @Test
  void kill_target_profileStays() throws Exception {
    try (JavaProgram program = worker();
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      process.instrument(ALL).orThrow();
      while (process.profile().region("checked(int)").orElseThrow().calls() < 1000) {
        Thread.sleep(1);
      }
      long seen = process.profile().region("checked(int)").orElseThrow().calls();
      program.process().destroyForcibly().waitFor();
      assertThat(process.profile().region("checked(int)").orElseThrow().calls())
          .isGreaterThanOrEqualTo(seen);
      assertThat(process.structure().refusal().orElseThrow().code())
          .isEqualTo(RefusalCode.NO_PROCESS);
    }
  }
}
