package io.flowgauge.instrumentation.nativeprovider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.analysis.Measured;
import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.CodeUnit;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.LaunchStreams;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus.State;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.PushOptions;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.SensorResult;
import io.flowgauge.instrumentation.Structure;
import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.Subscription;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.log.ProfileLog;
import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.testsupport.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Behaviour of native processes beyond the contract of providers. */
@Timeout(60)
class NativeProcessTest {
  private final NativeProvider provider = new NativeProvider();
  private Process program;
  private BufferedReader answers;
  private InstrumentedProcess process;

  @BeforeEach
  void attach() throws Exception {
    assumeTrue(
        provider.unavailable().isEmpty(), () -> "skipped: " + provider.unavailable().orElseThrow());
    program = new ProcessBuilder(path().toString()).start();
    answers = program.inputReader();
    assertThat(answers.readLine()).isEqualTo("ready");
    process = provider.attach(program.pid()).orThrow();
  }

  private static Path path() throws Exception {
    return CPrograms.program("obedient", List.of(), List.of());
  }

  @AfterEach
  void end() {
    if (process != null) {
      process.close();
      program.destroyForcibly();
    }
  }

  private void run(int threads, int rounds) throws Exception {
    var commands = program.outputWriter();
    commands.write("run " + threads + " " + rounds + "\n");
    commands.flush();
    assertThat(answers.readLine()).isEqualTo("done");
  }

  private static RegionProfile region(Profile profile, String name) {
    return profile.region("obedient:" + name).orElseThrow();
  }

  private void instrument(SensorRequest request) {
    SensorReport report = process.instrument(request).orThrow();
    assertThat(report.refused()).isEmpty();
    assertThat(report.done()).isNotEmpty();
  }

  private static SensorRequest byAgent(String... regions) {
    return SensorRequest.builder(regions).backend(Backend.AGENT).build();
  }

  @Test
  void process_attachedTo_showsWhatTheSystemKnows() throws Exception {
    TargetProcess target = process.process();
    assertThat(target.name()).isEqualTo("obedient");
    assertThat(target.executable()).contains(path());
    assertThat(target.command()).containsExactly(path().toString());
    assertThat(target.user()).contains(System.getProperty("user.name"));
    Instant now = Instant.now();
    assertThat(target.start().orElseThrow()).isBetween(now.minusSeconds(60), now.plusSeconds(1));
  }

  @Test
  void structure_ofAProcess_hasTheProgramFirstAndItsLibraries() throws Exception {
    Structure structure = process.structure().orThrow();
    CodeUnit first = structure.units().get(0);
    assertThat(first.name()).isEqualTo("obedient");
    assertThat(first.kind()).isEqualTo(CodeUnit.Kind.EXECUTABLE);
    assertThat(first.path()).isEqualTo(path().toString());
    assertThat(first.buildId().orElseThrow()).hasSize(40);
    assertThat(first.regions()).extracting(region -> region.name()).contains("caller", "leaf");
    assertThat(structure.units())
        .filteredOn(unit -> unit.name().startsWith("libc.so"))
        .singleElement()
        .satisfies(
            unit -> {
              assertThat(unit.kind()).isEqualTo(CodeUnit.Kind.LIBRARY);
              assertThat(unit.regions()).hasSizeGreaterThan(1000);
            });
  }

  @Test
  void structure_withAFilter_hasOnlyWhatPasses() {
    var filter =
        new StructureFilter(
            List.of(RegionPattern.parse("obedient:*")),
            List.of(RegionPattern.parse("obedient:_*")),
            false);
    Structure structure = process.structure(filter).orThrow();
    assertThat(structure.units()).hasSize(1);
    assertThat(structure.regions())
        .extracting(region -> region.name())
        .contains("leaf")
        .noneMatch(name -> name.startsWith("_"));
  }

  @Test
  void structure_withSources_showsFileAndLineAndWhatIsInlined() {
    var filter = new StructureFilter(List.of(RegionPattern.parse("obedient:*")), List.of(), true);
    Structure structure = process.structure(filter).orThrow();
    assertThat(structure.regions())
        .filteredOn(region -> region.name().equals("leaf"))
        .singleElement()
        .satisfies(
            leaf -> {
              assertThat(leaf.source().orElseThrow().file()).endsWith("obedient.c");
              assertThat(leaf.source().orElseThrow().line()).isPositive();
              assertThat(leaf.inlined()).isFalse();
            });
    assertThat(structure.regions())
        .filteredOn(region -> region.name().equals("inlined"))
        .singleElement()
        .satisfies(region -> assertThat(region.inlined()).isTrue());
  }

  @Test
  void instrument_ofAnInlinedFunction_isRefusedAsSuch() {
    SensorReport report =
        process.instrument(SensorRequest.of("obedient:inlined", "obedient:nothing")).orThrow();
    assertThat(report.refused())
        .singleElement()
        .satisfies(
            result ->
                assertThat(result.refusal().orElseThrow().code()).isEqualTo(RefusalCode.INLINED));
    assertThat(report.unmatched()).containsExactly(RegionPattern.parse("obedient:nothing"));
  }

  @Test
  void instrument_withProcessorTimeAndCounters_measuresWhatThereIs() throws Exception {
    instrument(
        SensorRequest.builder("obedient:caller")
            .metrics(Metric.WALL_TIME, Metric.CPU_TIME, Metric.CYCLES, Metric.PAGE_FAULTS)
            .build());
    run(1, 1000);
    RegionProfile caller = region(process.profile(), "caller");
    assertThat(caller.calls()).isEqualTo(1000);
    assertThat(caller.counters()).containsOnlyKeys(Metric.CYCLES, Metric.PAGE_FAULTS);
    Measured cycles = caller.counters().get(Metric.CYCLES);
    boolean hasCounters = Shim.shared().then(Shim::host).orThrow().counters();
    assertThat(cycles.isMeasured()).as("" + cycles).isEqualTo(hasCounters);
    cycles.reason().ifPresent(why -> assertThat(why).contains("cycles"));
    Measured cpu = caller.cpuSeconds();
    assertThat(cpu.isMeasured() || cpu.reason().orElseThrow().contains("too short")).isTrue();
    if (cpu.isMeasured()) {
      assertThat(cpu.value()).isBetween(0.0, caller.wallSeconds() * 1.5);
    }
  }

  @Test
  void instrument_again_goesOnWhereItWas() throws Exception {
    instrument(SensorRequest.of("obedient:leaf"));
    run(1, 10);
    process.deinstrument("obedient:leaf").orThrow();
    run(1, 10);
    assertThat(region(process.profile(), "leaf").calls()).isEqualTo(30);
    assertThat(region(process.profile(), "leaf").installed()).isFalse();
    instrument(SensorRequest.of("obedient:leaf"));
    run(1, 10);
    RegionProfile leaf = region(process.profile(), "leaf");
    assertThat(leaf.calls()).isEqualTo(60);
    assertThat(leaf.installed()).isTrue();
    assertThat(leaf.wall().histogram().stream().mapToLong(bucket -> bucket.count()).sum())
        .isEqualTo(60);
  }

  @Test
  void instrument_ofARegionThatCannot_leavesItsNumberToOthers() throws Exception {
    SensorResult stuck = process.instrument(byAgent("obedient:stuck")).orThrow().results().get(0);
    assertThat(stuck.refusal().orElseThrow().code()).isEqualTo(RefusalCode.BACK_JUMP);
    instrument(SensorRequest.of("obedient:caller", "obedient:leaf"));
    run(2, 50);
    Profile profile = process.profile();
    assertThat(profile.regions()).hasSize(2);
    assertThat(region(profile, "caller").calls()).isEqualTo(100);
    assertThat(region(profile, "leaf").calls()).isEqualTo(300);
    assertThat(profile.threads()).hasSize(2);
  }

  @Test
  void check_ofRegions_touchesNothing() throws Exception {
    SensorReport report = process.check(byAgent("obedient:leaf", "obedient:stuck")).orThrow();
    assertThat(report.done()).hasSize(1);
    assertThat(report.refused()).hasSize(1);
    run(1, 10);
    assertThat(process.profile().regions()).isEmpty();
  }

  @Test
  void instrument_withALimit_isTakenOutWhenItCostsMore() throws Exception {
    instrument(SensorRequest.builder("obedient:leaf").costLimit(1e-7).build());
    Instant give = Instant.now().plusSeconds(30);
    while (!region(process.profile(), "leaf").overLimit() && Instant.now().isBefore(give)) {
      run(1, 1000);
    }
    RegionProfile leaf = region(process.profile(), "leaf");
    assertThat(leaf.overLimit()).isTrue();
    assertThat(leaf.installed()).isFalse();
    run(1, 1000);
    assertThat(region(process.profile(), "leaf").calls()).isEqualTo(leaf.calls());
    instrument(SensorRequest.of("obedient:leaf"));
    run(1, 10);
    RegionProfile again = region(process.profile(), "leaf");
    assertThat(again.calls()).isGreaterThanOrEqualTo(leaf.calls() + 30);
    assertThat(again.overLimit()).isFalse();
  }

  /**
   * Calls that are too short for reading the processor time cost no more than other short calls.
   */
  @Test
  void instrument_withALimitAndProcessorTime_staysAtShortCalls() throws Exception {
    instrument(
        SensorRequest.builder("obedient:leaf")
            .backend(Backend.AGENT)
            .metrics(Metric.CALLS, Metric.CPU_TIME, Metric.PAGE_FAULTS)
            .costLimit(2)
            .build());
    Instant end = Instant.now().plusMillis(500);
    while (Instant.now().isBefore(end)) {
      run(1, 100_000);
    }
    RegionProfile leaf = region(process.profile(), "leaf");

    assertThat(leaf.overLimit()).isFalse();
    assertThat(leaf.calls()).isPositive();
    assertThat(leaf.costNanos() / leaf.calls()).isLessThan(100);
  }

  @Test
  void helper_killed_leavesTheProgramAndTheProfile() throws Exception {
    instrument(SensorRequest.of("obedient:leaf"));
    run(1, 10);
    int helper = Shim.shared().then(Shim::host).orThrow().helperPid();
    ProcessHandle.of(helper).orElseThrow().destroyForcibly();
    run(1, 10);
    assertThat(region(process.profile(), "leaf").calls()).isGreaterThanOrEqualTo(30);
    assertThat(process.status().state()).isEqualTo(State.RUNNING);
    assertThat(process.deinstrument().refusal().orElseThrow().code()).isEqualTo(RefusalCode.HELPER);
    process.close();
    assertThat(process.status().state()).isEqualTo(State.DETACHED);
    try (InstrumentedProcess again = provider.attach(program.pid()).orThrow()) {
      assertThat(again.instrument(SensorRequest.of("obedient:leaf")).orThrow().refused()).isEmpty();
      run(1, 10);
      assertThat(region(again.profile(), "leaf").calls()).isEqualTo(30);
    }
  }

  @Test
  void helper_killedOnceACommandHasBecomeAnotherProgram_leavesItsEndToBeSeen() throws Exception {
    LaunchRequest request = LaunchRequest.of("/bin/sh", "-c", "exec sleep 1");
    try (InstrumentedProcess launched = provider.launch(request).orThrow()) {
      launched.resume().orThrow();
      Eventually.await("exec", () -> launched.status().state() == State.EXECED);
      int helper = Shim.shared().then(Shim::host).orThrow().helperPid();
      ProcessHandle.of(helper).orElseThrow().destroyForcibly();
      Eventually.await("its end", () -> launched.status().state() == State.EXITED);
    }
  }

  @Test
  void program_killed_isSeenAndItsProfileStays() throws Exception {
    instrument(SensorRequest.of("obedient:leaf"));
    run(1, 10);
    program.destroyForcibly().waitFor();
    assertThat(process.status().state()).isEqualTo(State.EXITED);
    assertThat(region(process.profile(), "leaf").calls()).isEqualTo(30);
    assertThat(process.instrument("obedient:caller").refusal().orElseThrow().code())
        .isEqualTo(RefusalCode.NO_PROCESS);
    assertThat(process.detach().orThrow().state()).isEqualTo(State.EXITED);
    assertThat(region(process.profile(), "leaf").calls()).isEqualTo(30);
  }

  @Test
  void push_intoAnEventLog_endsWithTheProcessAndLosesNothing(@TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("profile.nlb");
    try (EventLog log = EventLog.open(file)) {
      instrument(SensorRequest.of("obedient:caller", "obedient:leaf"));
      PushOptions options = new PushOptions(2, Duration.ofMillis(50));
      try (Subscription push = process.push(options, new ProfileLog(log))) {
        assertThat(push).isNotNull();
        for (int k = 0; k < 20; k++) {
          run(2, 10);
        }
        program.destroyForcibly().waitFor();
        Instant give = Instant.now().plusSeconds(20);
        while (process.status().state() == State.RUNNING && Instant.now().isBefore(give)) {
          Thread.sleep(10);
        }
        Thread.sleep(300);
      }
    }
    try (LogReader reader = LogReader.open(file)) {
      var events = reader.events().toList();
      assertThat(events.get(events.size() - 1).name()).isEqualTo(ProfileLog.END);
      Map<String, Object> last =
          events.stream()
              .filter(event -> "obedient:leaf".equals(event.values().get("REGION")))
              .reduce((a, b) -> b)
              .orElseThrow()
              .values();
      assertThat(last.get("CALLS")).isEqualTo(1200L);
    }
  }

  @Test
  void launch_withSensorsBeforeMain_missesNoCall() throws Exception {
    LaunchRequest request = LaunchRequest.of(path().toString(), "1000", "3");
    try (InstrumentedProcess launched = provider.launch(request).orThrow()) {
      assertThat(launched.status().state()).isEqualTo(State.STARTING);
      assertThat(launched.instrument("obedient:leaf").orThrow().refused()).isEmpty();
      launched.resume().orThrow();
      Instant give = Instant.now().plusSeconds(20);
      while (launched.status().state() != State.EXITED && Instant.now().isBefore(give)) {
        Thread.sleep(5);
      }
      assertThat(launched.status().exitCode()).hasValue(3);
      assertThat(region(launched.profile(), "leaf").calls()).isEqualTo(3000);
    }
  }

  @Test
  void launch_withStreams_readsAndWritesFilesInASessionOfItsOwn(@TempDir Path folder)
      throws Exception {
    Path input = Files.writeString(folder.resolve("in"), "read\n");
    Path output = Files.writeString(folder.resolve("out"), "before\n");
    Path errors = folder.resolve("err");
    LaunchRequest request =
        LaunchRequest.of("/bin/sh", "-c", "cat; cut -d' ' -f6 /proc/$$/stat; echo said >&2; exit 4")
            .withStreams(new LaunchStreams(input, output, errors));
    try (InstrumentedProcess launched = provider.launch(request).orThrow()) {
      launched.resume().orThrow();
      Eventually.await("its end", () -> launched.status().state() == State.EXITED);
      assertThat(launched.status().exitCode()).hasValue(4);
      long session = launched.process().pid();
      assertThat(output).hasContent("before\nread\n" + session + "\n");
      assertThat(errors).hasContent("said\n");
    }
  }

  @Test
  void launch_withStreamsThatCannotBeOpened_isRefused(@TempDir Path folder) {
    Path none = Path.of("/dev/null");
    LaunchRequest request =
        LaunchRequest.of("/bin/true")
            .withStreams(new LaunchStreams(none, folder.resolve("no/out"), none));
    assertThat(provider.launch(request).refusal().orElseThrow().message())
        .contains("/bin/true cannot be started", "No such file or directory");
  }

  /** Another process of the session is not affected. */
  @Test
  void launch_withAnInputThatNobodyWrites_isRefusedInTimeAndLeavesNothing(@TempDir Path folder)
      throws Exception {
    instrument(SensorRequest.of("obedient:leaf"));
    int pid = Shim.shared().then(Shim::host).orThrow().helperPid();
    ProcessHandle helper = ProcessHandle.of(pid).orElseThrow();
    long descriptors = descriptors(pid);
    Path input = pipe(folder);

    var launch = CompletableFuture.supplyAsync(() -> launchReading(input));
    Eventually.await("the child", () -> helper.descendants().count() == 2);
    List<ProcessHandle> started = helper.descendants().toList();
    assertThat(launch.get(30, TimeUnit.SECONDS).refusal().orElseThrow().message())
        .contains("/bin/cat cannot be started", input.toString(), "10 s");

    run(1, 10);
    assertThat(process.status().state()).isEqualTo(State.RUNNING);
    assertThat(region(process.profile(), "leaf").calls()).isEqualTo(30);
    assertThat(process.deinstrument("obedient:leaf").orThrow().done()).hasSize(1);
    Eventually.await("their end", () -> started.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(descriptors(pid)).isEqualTo(descriptors);
  }

  @Test
  void helper_killedWhileACommandWaitsForItsInput_leavesNothing(@TempDir Path folder)
      throws Exception {
    int pid = Shim.shared().then(Shim::host).orThrow().helperPid();
    ProcessHandle helper = ProcessHandle.of(pid).orElseThrow();
    Path input = pipe(folder);

    var launch = CompletableFuture.supplyAsync(() -> launchReading(input));
    Eventually.await("the child", () -> helper.descendants().count() == 2);
    List<ProcessHandle> started = helper.descendants().toList();
    helper.destroyForcibly();
    assertThat(launch.get(30, TimeUnit.SECONDS).refusal().orElseThrow().code())
        .isEqualTo(RefusalCode.HELPER);

    Eventually.await("their end", () -> started.stream().noneMatch(ProcessHandle::isAlive));
  }

  /** Creates a pipe that nobody writes to. */
  private static Path pipe(Path folder) throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  private Outcome<InstrumentedProcess> launchReading(Path input) {
    Path none = Path.of("/dev/null");
    return provider.launch(
        LaunchRequest.of("/bin/cat").withStreams(new LaunchStreams(input, none, none)));
  }

  private static long descriptors(long pid) throws IOException {
    try (var all = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      return all.count();
    }
  }

  @Test
  void launch_ofNoProgram_isRefusedWithAReason() {
    var refusal = provider.launch(LaunchRequest.of("/no/such/program")).refusal().orElseThrow();
    assertThat(refusal.message()).contains("/no/such/program");
    var zero = LaunchRequest.of("a\0b");
    assertThat(provider.launch(zero).refusal().orElseThrow().code())
        .isEqualTo(RefusalCode.ARGUMENT);
  }

  @Test
  void attach_toItself_isRefused() {
    assertThat(provider.attach(ProcessHandle.current().pid()).refusal().orElseThrow().code())
        .isEqualTo(RefusalCode.ARGUMENT);
  }

  @Test
  void instrument_byTheKernel_countsOrSaysWhyNot() throws Exception {
    SensorReport report =
        process
            .instrument(
                SensorRequest.builder("obedient:leaf")
                    .metrics(Metric.CALLS)
                    .backend(Backend.KERNEL)
                    .build())
            .orThrow();
    SensorResult leaf = report.results().get(0);
    if (leaf.isDone()) {
      assertThat(leaf.backend()).isEqualTo(Backend.KERNEL);
      run(1, 10);
      assertThat(region(process.profile(), "leaf").calls()).isEqualTo(30);
    } else {
      assertThat(leaf.refusal().orElseThrow().message()).isNotBlank();
    }
  }
}
