package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import io.flowgauge.instrumentation.nativeprovider.programs.Target.Answer;
import io.flowgauge.testsupport.Commands;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The provider says why a process cannot be instrumented, and the process continues undisturbed.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RefusalsTest {
  private static final int ROUNDS = 100;

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  private static Target walled(String wall) throws Exception {
    String program = Built.c("walls").toString();
    return Target.start(Map.of("WALL", wall), List.of(program, "2"));
  }

  private static void assertGoesOn(Target target, Answer plain) throws Exception {
    assertThat(target.run(ROUNDS).fixed()).as(target::complaints).isEqualTo(plain.fixed());
    assertThat(ProcessFiles.traced(target.pid())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"strict, SECCOMP", "no_memfd, SECCOMP", "errno, SECCOMP", "near, NO_NEAR_SPACE"})
  void attach_walledProcess_refusesAndProcessGoesOn(String wall, RefusalCode code)
      throws Exception {
    try (Target target = walled(wall)) {
      Answer plain = target.run(ROUNDS);

      RefusalCode refused = Sensors.refusal(target.pid(), "walls*:probed");

      assertGoesOn(target, plain);
      assertThat(refused).isEqualTo(code);
    }
  }

  /**
   * Attaching may succeed or be refused, depending on the room that the limits leave; the process
   * is never harmed.
   */
  @ParameterizedTest
  @ValueSource(strings = {"harmless", "files", "space", "mappings", "dumpable"})
  void attach_processAtItsLimits_isDoneOrRefused(String wall) throws Exception {
    try (Target target = walled(wall)) {
      Answer plain = target.run(ROUNDS);
      Map<String, Long> code = ProcessFiles.code(target.pid());
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        SensorRequest request = SensorRequest.of("walls*:probed");
        SensorReport report = process.instrument(request).value().orElse(null);
        Answer measured = target.run(ROUNDS);

        assertThat(measured.fixed()).isEqualTo(plain.fixed());
        if (report != null && !report.done().isEmpty()) {
          Sensors.assertCounts(
              Sensors.calls(process.profile()), measured.counts(), Sensors.installed(report));
          Sensors.removeAll(process);
        } else {
          assertThat(wall).as("" + report).isIn("files", "space", "harmless");
        }
      }
      assertGoesOn(target, plain);
      assertThat(ProcessFiles.code(target.pid())).isEqualTo(code);
      assertThat(target.quit()).isEqualTo(7);
    }
  }

  /** Sensors come and go, and the program can still allocate most of what it could without them. */
  @ParameterizedTest
  @CsvSource({"space_1000, 600", "data_500, 400"})
  void attach_processWithLimitedMemory_leavesItMost(String wall, int megabytes) throws Exception {
    try (Target target = walled(wall)) {
      Answer plain = target.run(ROUNDS);
      for (int cycle = 0; cycle < 3; cycle++) {
        try (InstrumentedProcess process = Sensors.attach(target.pid())) {
          assertThat(Sensors.insert(process, SensorRequest.of("walls*:probed")).done()).hasSize(1);
          Answer measured = target.run(ROUNDS);
          assertThat(target.ask("allocate " + megabytes).text()).isEqualTo("allocated\n");
          assertThat(Sensors.calls(process.profile())).isEqualTo(measured.counts());
        }
        assertThat(target.ask("allocate " + megabytes).text()).isEqualTo("allocated\n");
      }
      assertGoesOn(target, plain);
    }
  }

  @ParameterizedTest
  @CsvSource({"space_150, 100", "data_40, 15"})
  void attach_processWithLittleMemory_refusesAndLeavesIt(String wall, int megabytes)
      throws Exception {
    try (Target target = walled(wall)) {
      Answer plain = target.run(ROUNDS);

      assertThat(Sensors.refusal(target.pid(), "walls*:probed")).isEqualTo(RefusalCode.LIMIT);
      assertThat(target.ask("allocate " + megabytes).text()).isEqualTo("allocated\n");
      assertGoesOn(target, plain);
    }
  }

  /**
   * With limited memory there are fewer places for threads; calls of other threads are reported as
   * lost.
   */
  @Test
  void attach_processWithLimitedMemory_missesNoThreadUnnoticed() throws Exception {
    String program = Built.c("walls").toString();
    Map<String, String> environment = Map.of("WALL", "space_20000");
    try (Target target = Target.start(environment, List.of(program, "300"));
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      assertThat(Sensors.insert(process, SensorRequest.of("walls*:probed")).done()).hasSize(1);
      long calls = target.run(ROUNDS).counts().get("probed");

      Profile profile = process.profile();
      long measured = Sensors.calls(profile).get("probed");
      assertThat(measured).isGreaterThan(100 * ROUNDS);
      assertThat(measured + profile.losses().withoutThread()).isEqualTo(calls);
    }
  }

  @Test
  void attach_processThatLocksItsMemory_locksLittleMore() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "skipped: only root may lock much");
    try (Target target = walled("locked")) {
      Answer plain = target.run(ROUNDS);
      long before = residentKilobytes(target.pid());
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        assertThat(Sensors.insert(process, SensorRequest.of("walls*:probed")).done()).hasSize(1);
        Answer measured = target.run(ROUNDS);
        assertThat(residentKilobytes(target.pid())).isLessThan(before + 10_000);
        assertThat(Sensors.calls(process.profile())).isEqualTo(measured.counts());
      }
      assertGoesOn(target, plain);
    }
  }

  private static long residentKilobytes(long pid) throws Exception {
    return Long.parseLong(ProcessFiles.status(pid, "VmRSS").replace(" kB", ""));
  }

  @Test
  void attach_goProgram_refuses() throws Exception {
    try (Target target = Target.start(Map.of(), List.of(Built.go("goroutines").toString()))) {
      Answer plain = target.run(1);

      assertThat(Sensors.refusal(target.pid(), "goroutines:main.step"))
          .isEqualTo(RefusalCode.GO_RUNTIME);
      assertThat(target.run(1).fixed()).isEqualTo(plain.fixed());
    }
  }

  @Test
  void attach_program32Bit_refuses() throws Exception {
    Built.assume32Bit();
    try (Target target = Target.start(Built.c("shapes", "gcc", "-O2", "-m32", "-DNO_WIDE"), 2)) {
      assertThat(Sensors.refusal(target.pid(), "*:plain")).isEqualTo(RefusalCode.ARCH_32);
      assertThat(target.run(ROUNDS).text()).contains("errors 0\n");
    }
  }

  @Test
  void attach_processTracedByGdb_refuses() throws Exception {
    CPrograms.assumeProgram("gdb");
    try (Target target = Target.start(Built.c("shapes"), 2)) {
      Answer plain = target.run(ROUNDS);
      Process gdb =
          new ProcessBuilder(
                  "gdb",
                  "-q",
                  "-nx",
                  "-p",
                  "" + target.pid(),
                  "-ex",
                  "echo attached\\n",
                  "-ex",
                  "shell sleep 60")
              .redirectErrorStream(true)
              .start();
      try {
        // It attaches to one thread after another, and must not end before they have stopped.
        assertThat(gdb.inputReader().lines().anyMatch(line -> line.endsWith("attached"))).isTrue();
        assertThat(ProcessFiles.traced(target.pid())).isNotEmpty();
        assertThat(Sensors.refusal(target.pid(), "*:plain")).isEqualTo(RefusalCode.TRACED);
      } finally {
        gdb.descendants().forEach(ProcessHandle::destroyForcibly);
        gdb.destroyForcibly().waitFor();
      }
      assertGoesOn(target, plain);
    }
  }

  @Test
  void attach_noProcess_refuses() throws Exception {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();

    assertThat(Sensors.refusal(process.pid(), "*")).isEqualTo(RefusalCode.NO_PROCESS);
  }

  @Test
  void attach_nonsense_refuses() {
    assertThat(Sensors.provider().attach(0).refusal()).isPresent();
    assertThat(Sensors.provider().attach(-5).refusal()).isPresent();
    assertThat(Sensors.provider().attach(Long.MAX_VALUE).refusal()).isPresent();
    assertThat(Sensors.provider().attach((1L << 32) + 1).refusal()).isPresent();
  }

  @Test
  void attach_kernelThread_saysThatItHasNoProgram() throws Exception {
    Path name = Path.of("/proc/2/comm");
    assumeTrue(
        Files.exists(name) && Files.readString(name).strip().equals("kthreadd"),
        "skipped: no process of the kernel is seen here");
    assumeTrue(System.getProperty("user.name").equals("root"), "skipped: only root may look");
    assertThat(Sensors.refusal(2, "*")).isEqualTo(RefusalCode.NO_CODE);
  }

  @Test
  void attach_zombie_refuses() throws Exception {
    // The shell executes a program that never waits for the shell's child.
    Process parent = new ProcessBuilder("sh", "-c", "sleep 0.3 & echo $!; exec sleep 60").start();
    try {
      long zombie = Long.parseLong(parent.inputReader().readLine());
      while (!ProcessFiles.status(zombie, "State").startsWith("Z")) {
        Thread.sleep(5);
      }
      assertThat(Sensors.refusal(zombie, "*")).isEqualTo(RefusalCode.ZOMBIE);
    } finally {
      parent.destroyForcibly();
    }
  }

  /** A stopped process stays stopped, whatever is done to it. */
  @Test
  void attach_stoppedProcess_staysStopped() throws Exception {
    try (Target target = Target.start(Built.c("shapes"), 2)) {
      Answer plain = target.run(ROUNDS);
      Map<String, Long> code = ProcessFiles.code(target.pid());
      CPrograms.run(List.of("kill", "-STOP", "" + target.pid()));
      awaitState(target.pid(), "T");
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        SensorRequest request = Sensors.request("shapes*", List.of("plain"));
        int sensors =
            process.instrument(request).value().map(report -> report.done().size()).orElse(0);
        awaitState(target.pid(), "T");
        CPrograms.run(List.of("kill", "-CONT", "" + target.pid()));
        Answer measured = target.run(ROUNDS);
        assertThat(measured.fixed()).isEqualTo(plain.fixed());
        if (sensors > 0) {
          assertThat(Sensors.calls(process.profile()).get("plain"))
              .isEqualTo(measured.counts().get("plain"));
        }
        CPrograms.run(List.of("kill", "-STOP", "" + target.pid()));
        awaitState(target.pid(), "T");
      }
      awaitState(target.pid(), "T");
      assertThat(ProcessFiles.code(target.pid())).isEqualTo(code);
      CPrograms.run(List.of("kill", "-CONT", "" + target.pid()));
      assertGoesOn(target, plain);
    }
  }

  private static void awaitState(long pid, String state) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!ProcessFiles.status(pid, "State").startsWith(state)) {
      assertThat(System.nanoTime()).as(ProcessFiles.states(pid)).isLessThan(deadline);
      Thread.sleep(5);
    }
  }

  @Test
  void attach_secondInstrumenter_refusesOrShares() throws Exception {
    try (Target target = Target.start(Built.c("shapes"), 2);
        InstrumentedProcess first = Sensors.attach(target.pid())) {
      Answer plain = target.run(ROUNDS);
      Sensors.insert(first, Sensors.request("shapes*", List.of("plain")));

      assertThat(Sensors.refusal(target.pid(), "*:plain")).isEqualTo(RefusalCode.ALREADY_OPEN);
      assertGoesOn(target, plain);
      assertThat(Sensors.calls(first.profile()).get("plain"))
          .isEqualTo(plain.counts().get("plain"));
    }
  }

  /** Coroutines are either refused or measured correctly. */
  @Test
  void instrument_coroutines_refusesOrIsRight() throws Exception {
    try (Target target = Target.start(Built.c("coroutines"), 2)) {
      Answer plain = target.run(ROUNDS);
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        SensorRequest request = Sensors.request("coroutines*", List.of("leaf", "yields", "body"));
        var outcome = process.instrument(request);
        Answer measured = target.run(ROUNDS);

        assertThat(measured.fixed()).isEqualTo(plain.fixed());
        outcome
            .refusal()
            .ifPresent(why -> assertThat(why.code()).isEqualTo(RefusalCode.COROUTINES));
        if (outcome.value().isPresent()) {
          SensorReport report = outcome.orThrow();
          assertThat(report.refused())
              .allSatisfy(
                  result ->
                      assertThat(result.refusal().orElseThrow().code())
                          .isIn(RefusalCode.COROUTINES, RefusalCode.RETURNS_TWICE));
          Sensors.assertCounts(
              Sensors.calls(process.profile()), measured.counts(), Sensors.installed(report));
        }
      }
      assertGoesOn(target, plain);
    }
  }

  /**
   * Greenlets copy open calls off the stack and back, so that other calls are there in the
   * meantime.
   */
  @Test
  void instrument_pythonWithGreenlets_refuses() throws Exception {
    String python =
        "/usr/bin/python3"; // the system's Python, which can import the system's greenlet package
    assumeTrue(
        Commands.succeeds(python, "-c", "import greenlet"), "skipped: no greenlets of Python");
    String script =
        """
        from greenlet import getcurrent, greenlet
        def work(depth):
            return work(depth - 1) + 1 if depth else main.switch() or 0
        main = getcurrent()
        print('ready', flush=True)
        input()
        greenlets = [greenlet(work) for each in range(4)]
        for depth, each in enumerate(greenlets):
            each.switch(3 * depth)
        print(sum(each.switch() for each in greenlets))
        print('.', flush=True)
        """;
    try (Target target = Target.start(Map.of(), List.of(python, "-c", script))) {
      assertThat(Sensors.refusal(target.pid(), "python3*:_PyEval_EvalFrameDefault"))
          .isEqualTo(RefusalCode.COROUTINES);
      assertThat(target.run(1).text()).isEqualTo("18\n");
    }
  }

  /** OCaml's garbage collector finds values by the return addresses of compiled functions. */
  @Test
  void instrument_ocamlProgram_refuses(@TempDir Path folder) throws Exception {
    CPrograms.assumeProgram("ocamlopt");
    Path source = folder.resolve("sums.ml");
    Path program = folder.resolve("sums");
    Files.writeString(
        source,
        """
        let rec sum n = if n = 0 then [0] else match sum (n - 1) with
          | last :: _ as all -> last + n :: all
          | [] -> []
        let () =
          print_endline "ready";
          ignore (read_line ());
          let sums = List.init 1000 (fun _ -> List.hd (sum 1000)) in
          Printf.printf "%d\\n.\\n%!" (List.fold_left (+) 0 sums)
        """);
    CPrograms.run(List.of("ocamlopt", "-o", program.toString(), source.toString()));
    try (Target target = Target.start(Map.of(), List.of(program.toString()))) {
      assertThat(Sensors.refusal(target.pid(), "sums:camlSums*sum*")).isEqualTo(RefusalCode.UNWIND);
      assertThat(target.run(1).text()).isEqualTo("500500000\n");
    }
  }

  /** V8 identifies its callers and callees by their return addresses. */
  @Test
  void instrument_nodeProgram_refuses() throws Exception {
    CPrograms.assumeProgram("node");
    String script =
        """
        process.stdin.on('data', () => {
          const traces = Array.from({length: 1000}, () => new Error('thrown').stack.length);
          console.log(traces.filter(length => length > 0).length);
          console.log('.');
        });
        console.log('ready');
        """;
    try (Target target = Target.start(Map.of(), List.of("node", "-e", script))) {
      assertThat(Sensors.refusal(target.pid(), "*:v8::Isolate::New")).isEqualTo(RefusalCode.UNWIND);
      assertThat(target.run(1).text()).isEqualTo("1000\n");
    }
  }

  @Test
  void instrument_unknownRegion_isUnmatched() throws Exception {
    try (Target target = Target.start(Built.c("shapes"), 1);
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      SensorReport report = Sensors.insert(process, SensorRequest.of("nothing:like_this"));

      assertThat(report.results()).isEmpty();
      assertThat(report.unmatched()).hasSize(1);
    }
  }

  /** A kernel probe costs a thousand times as much, so it is used only on request. */
  @Test
  void instrument_shortFunctions_byTheKernelOnlyIfAskedFor() throws Exception {
    try (Target target = Target.start(Built.c("tiny"), 1);
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      SensorReport automatic = Sensors.insert(process, SensorRequest.of("tiny*:three_bytes"));
      SensorReport kernel =
          Sensors.insert(
              process, SensorRequest.builder("tiny*:three_bytes").backend(Backend.KERNEL).build());

      assertThat(automatic.refused())
          .singleElement()
          .satisfies(
              result ->
                  assertThat(result.refusal().orElseThrow().code())
                      .isEqualTo(RefusalCode.TOO_SHORT));
      assertThat(kernel.results())
          .singleElement()
          .satisfies(
              result ->
                  assertThat(result.isDone() ? result.backend() : Backend.KERNEL)
                      .isEqualTo(Backend.KERNEL));
    }
  }

  /** Entry probes still count where a return probe would end the program. */
  @Test
  void instrument_callsByTheKernel_countWhereExceptionsCross() throws Exception {
    try (Target target = Target.start(Built.cxx("exceptions", "g++", "-O2"), 2);
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      Answer plain = target.run(ROUNDS);
      SensorRequest.Builder request =
          SensorRequest.builder("exceptions*:catcher").backend(Backend.KERNEL);
      SensorReport timed = process.instrument(request.build()).orThrow();
      SensorReport counted = process.instrument(request.metrics(Metric.CALLS).build()).orThrow();
      Answer measured = target.run(ROUNDS);

      assertThat(measured.fixed()).isEqualTo(plain.fixed());
      assertThat(timed.done()).isEmpty();
      assumeTrue(!counted.done().isEmpty(), () -> "skipped: " + counted.refused());
      assertThat(Sensors.calls(process.profile()))
          .containsAllEntriesOf(Map.of("catcher", measured.counts().get("catcher")));
    }
  }
}
