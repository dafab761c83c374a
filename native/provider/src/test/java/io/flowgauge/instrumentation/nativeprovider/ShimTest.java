package io.flowgauge.instrumentation.nativeprovider;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.jna.NativeLibrary;
import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.LaunchStreams;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus.State;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The library and its helper, with a test double of the engine that traces nothing. */
class ShimTest {
  private static final int SOME_PID = 4711;

  private Shim shim;
  private final List<Long> opened = new ArrayList<>();

  @BeforeEach
  void load() throws Exception {
    shim = DoubleLibrary.shim();
  }

  @AfterEach
  void close() {
    opened.forEach(shim::close);
  }

  private long open() {
    long handle = shim.open(SOME_PID).orThrow();
    opened.add(handle);
    return handle;
  }

  private static RefusalCode code(Outcome<?> outcome) {
    return outcome.refusal().map(Refusal::code).orElse(null);
  }

  /**
   * A host may have been started with preloaded libraries, such as another malloc or a faked clock.
   */
  @Test
  void helper_ofAHostWithPreloadedLibraries_hasNone() throws Exception {
    NativeLibrary system = NativeLibrary.getInstance("c");
    ProcessHandle first = ProcessHandle.of(shim.host().orThrow().helperPid()).orElseThrow();
    first.destroyForcibly();
    first.onExit().get();
    system.getFunction("setenv").invokeInt(new Object[] {"LD_PRELOAD", "/nowhere.so", 1});
    try {
      Path environment = Path.of("/proc/" + shim.host().orThrow().helperPid() + "/environ");
      assertThat(Files.readString(environment, ISO_8859_1))
          .contains("PATH=")
          .doesNotContain("LD_PRELOAD");
    } finally {
      system.getFunction("unsetenv").invokeInt(new Object[] {"LD_PRELOAD"});
    }
  }

  @Test
  void sizes_ofEachStruct_areThoseOfTheLayout() {
    assertThat(shim.sizes())
        .containsExactly(
            Structs.ERROR,
            Structs.HOST,
            Structs.STATE,
            Structs.MODULE,
            Structs.FUNCTION,
            Structs.PROBE,
            Structs.VERDICT,
            Structs.STATS,
            Structs.STARTED,
            Structs.VARIABLE,
            Structs.RULE,
            Structs.ARGUMENTS,
            Structs.CALL,
            Structs.CALLED,
            Structs.POSITION);
  }

  @Test
  void build_twiceInDifferentFolders_givesTheSameBytes(@TempDir Path folder) throws Exception {
    Path first = DoubleLibrary.build(folder.resolve("a/libdouble.so"));
    Path second = DoubleLibrary.build(folder.resolve("b c/libdouble.so"));
    assertThat(second).hasSameBinaryContentAs(first);
  }

  @Test
  void build_withNothingNewer_leavesTheLibraryAlone() throws Exception {
    Path library = DoubleLibrary.built();
    var before = Files.getLastModifiedTime(library);
    Thread.sleep(20);
    DoubleLibrary.built();
    assertThat(Files.getLastModifiedTime(library)).isEqualTo(before);
  }

  @Test
  void ticks_later_areMore() {
    long before = shim.ticks();
    assertThat(shim.ticks()).isGreaterThan(before);
  }

  @Test
  void host_always_saysWhatTheEngineFound() {
    HostInfo host = shim.host().orThrow();
    assertThat(host.abi()).isEqualTo(Shim.ABI);
    assertThat(host.ticksPerSecond()).isEqualTo(1e9);
    assertThat(host.callCostNanos()).isEqualTo(6, within(0.0));
    assertThat(host.uprobesReason()).isEqualTo("this is a test");
    assertThat(ProcessHandle.of(host.helperPid())).isPresent();
  }

  @Test
  void helper_running_holdsNoFileOfOursAndNoOtherDescriptor() throws Exception {
    Path self = Path.of("/proc/" + shim.host().orThrow().helperPid());
    assertThat(Files.readSymbolicLink(self.resolve("exe")).toString())
        .startsWith("/memfd:flowgauge-helper");
    try (var descriptors = Files.list(self.resolve("fd"))) {
      assertThat(descriptors.map(p -> Integer.parseInt(p.getFileName().toString())))
          .contains(0, 1, 2)
          .hasSizeLessThanOrEqualTo(5 + opened.size());
    }
  }

  @Test
  void open_refused_repeatsTheEnginesSentenceWithTheProgramsName() throws IOException {
    String name = Files.readString(Path.of("/proc/1/comm")).strip();
    Refusal refusal = shim.open(1).refusal().orElseThrow();
    assertThat(refusal)
        .isEqualTo(
            new Refusal(RefusalCode.PERMISSION, "process 1 (" + name + ") is another user's"));
  }

  @Test
  void modulesAndFunctions_ofAProcess_arriveWhole() {
    long handle = open();
    ModuleInfo module = shim.modules(handle).orThrow().get(0);
    assertThat(module.name()).isEqualTo("double");
    assertThat(module.isExecutable()).isTrue();
    assertThat(shim.functions(handle, module).orThrow())
        .containsExactly(
            new FunctionInfo(0x400000, 16, "alpha", "alpha"),
            new FunctionInfo(0x400010, 16, "beta", "beta"),
            new FunctionInfo(0x400020, 16, "_Z5gammai", "_Z5gammai"));
    ModuleInfo none = new ModuleInfo(7, 0, 0, 0, 0, 3, Optional.empty(), "none", "");
    assertThat(code(shim.functions(handle, none))).isEqualTo(RefusalCode.ARGUMENT);
  }

  @Test
  void insert_ofTwo_givesEachItsVerdict() {
    long handle = open();
    List<Probe> probes =
        List.of(new Probe(0x400000, 16, 0, 1, 0, 0), new Probe(0x400010, 16, 1, 1, 0, 0));
    Verdicts verdicts = shim.insert(handle, probes).orThrow();
    assertThat(verdicts.took()).isEqualTo(Duration.ofNanos(1000));
    assertThat(verdicts.stopped()).isEqualTo(Duration.ofNanos(10));
    assertThat(verdicts.perSensor())
        .containsExactly(
            new Verdicts.Verdict(Optional.empty(), Backend.AGENT, 6),
            new Verdicts.Verdict(
                Optional.of(new Refusal(RefusalCode.TOO_SHORT, "beta is too short")),
                Backend.AGENT,
                6));
    assertThat(shim.remove(handle, List.of(0, 1)).orThrow().perSensor())
        .extracting(verdict -> verdict.refusal().map(Refusal::code))
        .containsExactly(Optional.empty(), Optional.of(RefusalCode.NOT_INSTALLED));
  }

  @Test
  void launch_ofACommand_arrivesWholeAndWaits() {
    Path none = Path.of("/dev/null");
    LaunchRequest request =
        LaunchRequest.of("first", "", "last")
            .withEnvironment(Map.of("NAME", "value"))
            .withStreams(new LaunchStreams(none, none, none));
    Shim.Launched launched = shim.launch(request).orThrow();
    opened.add(launched.handle());
    assertThat(launched.pid()).isEqualTo(SOME_PID);
    assertThat(shim.status(launched.handle()).orThrow().state()).isEqualTo(State.STARTING);
    shim.resume(launched.handle()).orThrow();
    assertThat(shim.status(launched.handle()).orThrow().state()).isEqualTo(State.RUNNING);
  }

  @Test
  void map_ofAProcess_isReadableAndPrivate() throws Exception {
    Shim.Mapped mapped = shim.map(open()).orThrow();
    assertThat(Files.size(mapped.path())).isEqualTo(mapped.size());
    assertThat(Files.readSymbolicLink(mapped.path()).toString()).startsWith("/memfd:");
  }

  @Test
  void await_withNothingUpdated_lastsItsTime() {
    long handle = open();
    long begin = System.nanoTime();
    assertThat(shim.await(handle, 1, 50).orThrow()).isZero();
    assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(45_000_000);
  }

  @Test
  void await_whenItsHandleIsClosed_ends() throws Exception {
    long handle = open();
    shim.map(handle).orThrow();
    var executor = Executors.newSingleThreadExecutor();
    Future<Outcome<Integer>> waiting = executor.submit(() -> shim.await(handle, 1, 60_000));
    Thread.sleep(50);
    long begin = System.nanoTime();
    shim.close(handle).orThrow();
    waiting.get();
    assertThat(System.nanoTime() - begin).isLessThan(10_000_000_000L);
    executor.shutdown();
  }

  @Test
  void calls_onAClosedHandle_areRefused() {
    long handle = shim.open(SOME_PID).orThrow();
    shim.close(handle).orThrow();
    assertThat(code(shim.close(handle))).isEqualTo(RefusalCode.ARGUMENT);
    assertThat(code(shim.modules(handle))).isEqualTo(RefusalCode.ARGUMENT);
    assertThat(code(shim.await(handle, 1, 1))).isEqualTo(RefusalCode.ARGUMENT);
    assertThat(code(shim.map(-1))).isEqualTo(RefusalCode.ARGUMENT);
  }

  @Test
  void helper_thatDies_isReplacedAndItsHandlesSaySo() throws Exception {
    long before = open();
    shim.map(before).orThrow();
    int helper = shim.host().orThrow().helperPid();
    assertThat(code(shim.open(2))).isEqualTo(RefusalCode.HELPER);
    assertThat(ProcessHandle.of(helper)).as("reaped").isEmpty();
    assertThat(code(shim.modules(before))).isEqualTo(RefusalCode.HELPER);
    assertThat(shim.await(before, 1, 1).refusal()).as("the memory stays").isEmpty();
    long after = open();
    assertThat(shim.modules(after).orThrow()).hasSize(1);
    assertThat(code(shim.modules(before))).as("not the new one's").isEqualTo(RefusalCode.HELPER);
    assertThat(shim.host().orThrow().helperPid()).isNotEqualTo(helper);
  }

  @Test
  @Timeout(60)
  void helper_killedFromOutside_isReplaced() throws Exception {
    ProcessHandle helper = ProcessHandle.of(shim.host().orThrow().helperPid()).orElseThrow();
    helper.destroyForcibly();
    Path stat = Path.of("/proc/" + helper.pid() + "/stat");
    while (!Files.readString(stat).contains(") Z ")) {
      Thread.sleep(1);
    }
    assertThat(shim.modules(open()).orThrow()).hasSize(1);
  }

  @Test
  void helper_askedToInterrupt_goesOn() throws Exception {
    int helper = shim.host().orThrow().helperPid();
    for (String signal : List.of("INT", "HUP", "QUIT", "PIPE", "TSTP")) {
      new ProcessBuilder("kill", "-" + signal, Integer.toString(helper)).start().waitFor();
    }
    open();
    assertThat(shim.host().orThrow().helperPid()).isEqualTo(helper);
  }

  @Test
  void calls_ofManyThreads_doNotMix() throws Exception {
    var executor = Executors.newFixedThreadPool(8);
    List<Callable<Boolean>> users = new ArrayList<>();
    for (int k = 0; k < 8; k++) {
      users.add(
          () -> {
            for (int n = 0; n < 50; n++) {
              long handle = shim.open(SOME_PID).orThrow();
              List<ModuleInfo> modules = shim.modules(handle).orThrow();
              assertThat(modules).hasSize(1);
              assertThat(shim.functions(handle, modules.get(0)).orThrow()).hasSize(3);
              shim.close(handle).orThrow();
            }
            return true;
          });
    }
    for (Future<Boolean> user : executor.invokeAll(users)) {
      assertThat(user.get()).isTrue();
    }
    executor.shutdown();
  }
}
