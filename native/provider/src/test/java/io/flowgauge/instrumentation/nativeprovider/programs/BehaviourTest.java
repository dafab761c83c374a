package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.CallEdge;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.SensorResult;
import io.flowgauge.instrumentation.nativeprovider.programs.Target.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What sensors measure and leave untouched, for one behaviour of a program at a time. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class BehaviourTest {
  private static final int ROUNDS = 50;
  private static final int MANY = 300;

  /** How long a thread may be kept waiting by others. */
  private static final double WAIT_NANOS = 1e6;

  private static final Set<String> PLUGGED = Set.of("plugin_call", "plugin_step");
  private static final List<RegionPattern> ALL = List.of(RegionPattern.ALL);

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  /** No call that waits for time or data notices that its process was stopped. */
  @Test
  void attach_threadsInBlockingCalls_noneReturnsEarly() throws Exception {
    try (Target target = Target.start(Built.c("blocked"), 26)) {
      target.say("run 6");
      for (int i = 0; i < 12; i++) {
        try (InstrumentedProcess process = Sensors.attach(target.pid())) {
          Sensors.insert(process, SensorRequest.of("blocked*:probed"));
          Thread.sleep(60);
          Sensors.removeAll(process);
        }
        Thread.sleep(37);
      }
      Answer answer = target.answer();

      assertThat(answer.text().lines().filter(line -> !line.startsWith("count")).toList())
          .allSatisfy(line -> assertThat(line).matches("sum 0|errors 0|.* right"));
    }
  }

  /**
   * The thread borrowed for the injection receives its signals afterwards, in the call in which it
   * waits.
   */
  @Test
  void attach_threadWhoseCallsSignalsEnd_theyEndThem() throws Exception {
    try (Target target = Target.start(Built.c("blocked"), 0)) {
      target.say("read 5000");
      for (int i = 0; i < 50; i++) {
        try (InstrumentedProcess process = Sensors.attach(target.pid())) {
          Sensors.insert(process, SensorRequest.of("blocked*:probed"));
        }
      }
      assertThat(target.answer().text()).isEqualTo("strays 0\n");
    }
  }

  /**
   * The borrowed thread must not continue a restartable sequence that the kernel would have
   * restarted.
   */
  @Test
  void attach_threadInRestartableSequences_endsNoneThatWasStopped() throws Exception {
    try (Target target = Target.start(Built.c("sequences"), 0)) {
      target.say("sequences 700");
      for (int i = 0; i < 10; i++) {
        try (InstrumentedProcess process = Sensors.attach(target.pid())) {
          Sensors.insert(process, SensorRequest.of("sequences*:probed"));
        }
      }
      assertThat(target.answer().text()).startsWith("strays 0\n");
    }
  }

  /** Core files contain the slots, which debuggers need, but only their touched pages. */
  @Test
  void coreFile_ofAProgramWithSensors_isNotMuchLarger() throws Exception {
    try (Target target = Target.start(Built.c("shapes"), 2)) {
      for (int i = 0; i < 2; i++) {
        try (InstrumentedProcess process = Sensors.attach(target.pid())) {
          assertThat(Sensors.insert(process, SensorRequest.of("shapes*:plain")).done()).hasSize(1);
          target.run(ROUNDS);
          assertThat(ProcessFiles.dumpedMemoryFiles(target.pid())).isEmpty();
        }
        assertThat(ProcessFiles.dumpedMemoryFiles(target.pid())).isEmpty();
      }
    }
  }

  /** Otherwise the thread would continue in the middle of the replacing bytes. */
  @Test
  void sensors_whereASleepingThreadWillGoOn_areRefusedUntilItHas() throws Exception {
    try (Target target = Target.start(Built.c("inside"), 2);
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      Answer plain = target.run(ROUNDS);
      SensorRequest request = SensorRequest.of("inside*:reads");
      target.ask("sleep");
      assertThat(Sensors.insert(process, request).refused())
          .singleElement()
          .satisfies(
              result ->
                  assertThat(result.refusal().orElseThrow().code())
                      .isEqualTo(RefusalCode.BUSY_PATCH));
      assertThat(target.run(ROUNDS).fixed()).isEqualTo(plain.fixed());
      assertThat(target.ask("wake").text()).contains("read 8\n");

      assertThat(Sensors.insert(process, request).done()).hasSize(1);
      Answer measured = target.run(ROUNDS);
      assertThat(measured.fixed()).isEqualTo(plain.fixed());
      assertThat(Sensors.calls(process.profile())).isEqualTo(measured.counts());
    }
  }

  /** Every call of a handler is counted, or known to be dropped. */
  @ParameterizedTest
  @ValueSource(strings = {"", "ALTERNATE_STACK"})
  void sensors_inSignalHandlers_missNoneUnnoticed(String stack) throws Exception {
    String program = Built.c("signals").toString();
    Map<String, String> environment = stack.isEmpty() ? Map.of() : Map.of(stack, "1");
    try (Target target = Target.start(environment, List.of(program, "3"));
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      SensorRequest request =
          Sensors.request("signals*", List.of("interrupted", "caller", "in_handler", "on_alarm"));
      SensorReport report = Sensors.insert(process, request);
      assertThat(Sensors.installed(report)).contains("interrupted", "caller", "in_handler");
      // The timer goes on between the program's answers and the profiles: the outer profiles must
      // not miss a call, and the inner ones must not have one too many.
      Profile first = process.profile();
      long before = target.run(1).varying().get("in_handler");
      Profile begin = process.profile();
      Answer measured = target.run(ROUNDS * 500);
      Profile end = process.profile();
      long handled = target.run(1).varying().get("in_handler") - before;
      Profile last = process.profile();

      Map<String, Long> calls = Sensors.since(Sensors.calls(begin), Sensors.calls(end));
      Map<String, Long> all = Sensors.since(Sensors.calls(first), Sensors.calls(last));
      assertThat(measured.text()).contains("errors 0\n", "handlers right\n");
      assertThat(all.get("in_handler") + dropped(first, last)).isGreaterThanOrEqualTo(handled);
      assertThat(calls.get("in_handler")).isLessThanOrEqualTo(handled);
      assertThat(dropped(begin, end)).isLessThanOrEqualTo(2 * handled);
      assertThat(calls.get("interrupted")).isEqualTo(measured.counts().get("interrupted"));
    }
  }

  private static long dropped(Profile from, Profile to) {
    return to.losses().inSignalHandlers() - from.losses().inSignalHandlers();
  }

  /** Totals are the time threads spent in outermost calls, for direct and indirect recursion. */
  @Test
  void totals_ofRecursiveFunctions_areThoseOfTheirOutermostCalls() throws Exception {
    try (Target target = Target.start(Built.c("recursion"), 1);
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      SensorRequest request =
          SensorRequest.builder("recursion*:direct", "recursion*:p?ng", "recursion*:outside")
              .metrics(Metric.CALLS, Metric.WALL_TIME, Metric.CPU_TIME)
              .build();
      assertThat(Sensors.insert(process, request).done()).hasSize(4);
      Answer own = target.run(ROUNDS);
      Profile profile = process.profile();

      Sensors.assertCounts(Sensors.calls(profile), own.counts(), own.counts().keySet());
      double outside = profile.region("outside").orElseThrow().totalNanos();
      // Its thread may have had to wait for a processor between the program's clock and a sensor.
      assertThat(outside).isLessThan(1.001 * own.varying().get("spent_ns") + WAIT_NANOS);
      double together = 0;
      for (String name : List.of("direct", "ping")) {
        RegionProfile region = profile.region(name).orElseThrow();
        assertThat(region.nestedCalls()).as(name).isEqualTo(region.calls() - ROUNDS);
        assertThat(region.totalNanos()).as(name).isGreaterThan(ROUNDS * 199_000.0);
        assertThat(region.cpuSeconds().total()).as(name).isEqualTo(ROUNDS);
        assertThat(region.cpuSeconds().value() * 1e9).isLessThan(1.02 * region.totalNanos());
        together += region.totalNanos();
      }
      assertThat(together).isLessThan(outside);
      RegionProfile pong = profile.region("pong").orElseThrow();
      assertThat(pong.nestedCalls()).isEqualTo(pong.calls() - ROUNDS);
      assertThat(pong.totalNanos()).isLessThan(profile.region("ping").orElseThrow().totalNanos());
    }
  }

  /**
   * Times are at least the functions' minimum duration and at most what the program measures around
   * them; a busy machine may take the processor away between the program's clock and the sensor's.
   */
  @Test
  void wallTime_ofFunctionsThatSpinAndRest_agreesWithTheProgramsOwn() throws Exception {
    try (Target target = Target.start(Built.c("oddities"), 1);
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      SensorRequest request =
          SensorRequest.builder("oddities*:spins", "oddities*:rests")
              .metrics(Metric.CALLS, Metric.WALL_TIME, Metric.CPU_TIME)
              .build();
      assertThat(Sensors.insert(process, request).done()).hasSize(2);
      Answer own = target.run(500);
      Profile profile = process.profile();

      RegionProfile spins = profile.region("spins").orElseThrow();
      RegionProfile rests = profile.region("rests").orElseThrow();
      assertThat(spins.calls()).isEqualTo(own.counts().get("spins"));
      assertThat(spins.wall().totalNanos())
          .isBetween(1_999_000.0 * spins.calls(), 1.001 * own.varying().get("spin_ns"));
      assertThat(rests.wall().totalNanos())
          .isBetween(1_000_000.0 * rests.calls(), 1.001 * own.varying().get("rest_ns"));
      assertThat(spins.wall().minNanos().orElseThrow()).isGreaterThanOrEqualTo(1_999_000);
      // On a busy machine a spinning thread may get only a small part of a processor.
      double spinning = spins.cpuSeconds().value() * 1e9 / spins.wall().totalNanos();
      double resting = rests.cpuSeconds().value() * 1e9 / rests.wall().totalNanos();
      assertThat(spinning).isGreaterThan(resting).isLessThan(1.02);
      assertThat(resting).isLessThan(0.3);
    }
  }

  @Test
  void callGraph_ofKnownCalls_hasEachEdge() throws Exception {
    try (Target target = Target.start(Built.c("oddities"), 2);
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      Sensors.insert(process, SensorRequest.of("oddities*:graph_*"));
      long rounds = 2 * (long) target.run(ROUNDS).counts().get("graph_a") / 2;

      Map<String, Long> edges = new TreeMap<>();
      for (CallEdge edge : process.profile().callGraph()) {
        String from = edge.caller().map(caller -> caller.name()).orElse("");
        edges.merge(from + ">" + edge.callee().name(), edge.calls(), Long::sum);
      }
      assertThat(edges)
          .isEqualTo(
              Map.of(
                  ">graph_a", rounds,
                  "graph_a>graph_b", rounds,
                  "graph_b>graph_c", 2 * rounds,
                  "graph_a>graph_c", rounds));
    }
  }

  @Test
  void recursion_deeperThanTheAgentFollows_isCountedAsLost() throws Exception {
    try (Target target = Target.start(Built.c("shapes"), 1);
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      Sensors.insert(process, Sensors.request("shapes*", List.of("deep")));
      for (long depth : new long[] {19, 299, 5000}) {
        Profile before = process.profile();
        assertThat(target.ask("deep " + depth).text()).isEqualTo("deep " + depth + "\n");
        Profile after = process.profile();

        long calls = Sensors.since(Sensors.calls(before), Sensors.calls(after)).get("deep");
        long lost = after.losses().nestedTooDeeply() - before.losses().nestedTooDeeply();
        assertThat(calls + lost).isEqualTo(depth + 1);
        assertThat(calls).isGreaterThanOrEqualTo(Math.min(depth + 1, 200));
      }
    }
  }

  /** Unloading a library removes its sensors; once loaded again, it can have new ones. */
  @Test
  void library_unloadedWithSensors_processGoesOn() throws Exception {
    Path plugin = Built.c("plugin", "gcc", "-O2", "-shared", "-fPIC");
    Map<String, String> environment = Map.of("PLUGIN", plugin.toString());
    try (Target target =
        Target.start(environment, List.of(Built.c("loader", "gcc", "-O2").toString(), "2"))) {
      Answer plain = target.run(ROUNDS);
      for (int i = 0; i < 5; i++) {
        target.ask("load");
        try (InstrumentedProcess process = Sensors.attach(target.pid())) {
          SensorReport report = Sensors.insert(process, SensorRequest.of("plugin*:plugin_*"));
          assertThat(report.done()).hasSize(2);
          Answer measured = target.run(ROUNDS);
          assertThat(measured.fixed()).isEqualTo(plain.fixed());
          Map<String, Long> calls = Sensors.calls(process.profile());
          Sensors.assertCounts(calls, measured.counts(), Set.of("plugin_call", "plugin_step"));
          target.ask("unload");
          assertThat(target.run(ROUNDS).fixed()).isEqualTo(plain.fixed());
          target.ask("load");
          assertThat(target.run(ROUNDS).fixed()).isEqualTo(plain.fixed());
          process.deinstrument(List.of(RegionPattern.parse("*")));
        }
        assertThat(target.run(ROUNDS).fixed()).isEqualTo(plain.fixed());
        target.ask("unload");
        assertThat(target.run(ROUNDS).fixed()).isEqualTo(plain.fixed());
      }
      assertThat(target.quit()).isEqualTo(7);
    }
  }

  /** The library is loaded anew at the same address, without sensors. */
  @Test
  void library_loadedAnew_getsItsSensorsAgainAndKeepsItsCounts() throws Exception {
    SensorRequest request = SensorRequest.of("plugin*:plugin_*");
    try (Target target = loader();
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      target.ask("load");
      Map<String, Long> expected = new TreeMap<>();
      for (int i = 0; i < 3; i++) {
        SensorReport report = Sensors.insert(process, request);
        assertThat(Sensors.installed(report)).isEqualTo(PLUGGED);
        target
            .run(ROUNDS)
            .counts()
            .forEach((name, calls) -> expected.merge(name, calls, Long::sum));
        Sensors.assertCounts(Sensors.calls(process.profile()), expected, PLUGGED);
        target.ask("unload");
        target.ask("load");
        target.run(ROUNDS);
        if (i == 1) {
          assertThat(process.deinstrument(ALL).orThrow().refused())
              .hasSize(2)
              .allMatch(result -> code(result) == RefusalCode.NOT_INSTALLED);
        }
      }
      Sensors.assertCounts(Sensors.calls(process.profile()), expected, PLUGGED);
      assertThat(process.profile().regions()).hasSize(2);
      assertThat(target.quit()).isEqualTo(7);
    }
  }

  /**
   * Sensors of an earlier library at the same place neither prevent sensors on the new one nor have
   * their bytes restored into it.
   */
  @Test
  void library_whereAnotherWas_isMeasuredAsItself() throws Exception {
    SensorRequest request = SensorRequest.of("plugin*:plugin_*");
    try (Target target = loader()) {
      Map<String, Long> code;
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        Map<String, Long> expected = new TreeMap<>();
        for (String command : List.of("load", "other", "load", "other")) {
          target.ask(command);
          SensorReport report = Sensors.insert(process, request);
          assertThat(Sensors.installed(report)).isEqualTo(PLUGGED);
          target
              .run(ROUNDS)
              .counts()
              .forEach((name, calls) -> expected.merge(name, calls, Long::sum));
          Sensors.assertCounts(Sensors.calls(process.profile()), expected, PLUGGED);
          target.ask("unload");
        }
        assertThat(process.profile().regions()).hasSize(4);
        assertThat(addresses(process, "plugin_step")).as("of both").hasSize(1);
        target.ask("load");
        Sensors.insert(process, SensorRequest.of("plugin*:plugin_step"));
        target.ask("unload");
        target.ask("other");
        code = ProcessFiles.code(target.pid());
        assertThat(process.deinstrument(ALL).orThrow().refused())
            .singleElement()
            .matches(result -> code(result) == RefusalCode.BYTES_CHANGED);
        assertThat(Sensors.installed(Sensors.insert(process, request))).isEqualTo(PLUGGED);
      }
      assertThat(ProcessFiles.code(target.pid())).isEqualTo(code);
      assertThat(target.quit()).isEqualTo(7);
    }
  }

  /** The library is rebuilt into the same file, so that it also has the same inode number. */
  @ParameterizedTest
  @ValueSource(strings = {"-Wl,--build-id", "-Wl,--build-id=none"})
  void library_builtAnew_isMeasuredAsItIs(String id, @TempDir Path folder) throws Exception {
    Path library = folder.resolve("plugin.so");
    Path loader = Built.c("loader", "gcc", "-O2");
    Files.copy(Built.c("plugin", "gcc", "-O2", "-shared", "-fPIC", id), library);
    try (Target target =
            Target.start(Map.of("PLUGIN", library.toString()), List.of(loader.toString(), "2"));
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      SensorRequest request = SensorRequest.of("plugin.so:plugin_*");
      target.ask("load");
      assertThat(Sensors.installed(Sensors.insert(process, request))).isEqualTo(PLUGGED);
      Map<String, Long> first = target.run(ROUNDS).counts();
      target.ask("unload");
      Path other = Built.c("plugin", "gcc", "-O0", "-falign-functions=16", "-shared", "-fPIC", id);
      Files.write(library, Files.readAllBytes(other));
      target.ask("load");
      assertThat(Sensors.installed(Sensors.insert(process, request))).isEqualTo(PLUGGED);
      Map<String, Long> both = target.run(2 * ROUNDS).counts();

      assertThat(process.profile().regions())
          .filteredOn(region -> region.region().linkageName().equals("plugin_step"))
          .extracting(RegionProfile::calls)
          .containsExactlyInAnyOrder(first.get("plugin_step"), both.get("plugin_step"));
      assertThat(target.quit()).isEqualTo(7);
    }
  }

  @Test
  void libraries_moreThanAreKeptOtherwise_canAllHaveSensors(@TempDir Path folder) throws Exception {
    Path plugin = Built.c("plugin", "gcc", "-O2", "-shared", "-fPIC");
    List<String> copies = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      copies.add(Files.copy(plugin, folder.resolve("copy-" + i + ".so")).toString());
    }
    Map<String, String> preloaded = Map.of("LD_PRELOAD", String.join(":", copies));
    try (Target target = Target.start(preloaded, List.of(Built.c("shapes").toString(), "1"));
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      SensorReport report = Sensors.insert(process, SensorRequest.of("copy-*:plugin_step"));
      assertThat(report.refused()).isEmpty();
      assertThat(report.done()).hasSize(MANY);
    }
  }

  private static Target loader() throws Exception {
    Map<String, String> environment =
        Map.of(
            "PLUGIN", Built.c("plugin", "gcc", "-O2", "-shared", "-fPIC").toString(),
            "OTHER",
                Built.c("plugin", "gcc", "-O0", "-falign-functions=16", "-shared", "-fPIC")
                    .toString());
    return Target.start(environment, List.of(Built.c("loader", "gcc", "-O2").toString(), "2"));
  }

  private static RefusalCode code(SensorResult result) {
    return result.refusal().orElseThrow().code();
  }

  private static Set<Long> addresses(InstrumentedProcess process, String name) {
    return process.profile().regions().stream()
        .map(RegionProfile::region)
        .filter(region -> region.linkageName().equals(name))
        .map(CodeRegion::address)
        .collect(Collectors.toSet());
  }

  /** Libraries are loaded and unloaded all the time while the loader itself has sensors. */
  @Test
  void library_comingAndGoing_isRightWithSensorsOnTheLoader() throws Exception {
    Path plugin = Built.c("plugin", "gcc", "-O2", "-shared", "-fPIC");
    Map<String, String> environment = Map.of("PLUGIN", plugin.toString());
    try (Target target =
        Target.start(environment, List.of(Built.c("loader", "gcc", "-O2").toString(), "2"))) {
      Answer plain = target.run(ROUNDS);
      target.ask("busy");
      for (int i = 0; i < 10; i++) {
        try (InstrumentedProcess process = Sensors.attach(target.pid())) {
          process.instrument(SensorRequest.of("plugin*:*", "libc.so*:dl*", "loader*:*"));
          Thread.sleep(10);
        }
      }
      assertThat(target.ask("idle").text()).as(target::complaints).contains("errors 0\n");
      assertThat(target.run(ROUNDS).fixed()).isEqualTo(plain.fixed());
      assertThat(target.quit()).isEqualTo(7);
    }
  }

  @Test
  void process_becomingAnother_isSeenAndItsProfileKept() throws Exception {
    try (Target target = Target.start(Built.c("forks"), 2)) {
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        Sensors.insert(process, SensorRequest.of("forks*:leaf"));
        Answer measured = target.run(3);
        target.say("exec " + Built.c("shapes"));
        for (int i = 0; i < 500 && process.status().state() == ProcessStatus.State.RUNNING; i++) {
          Thread.sleep(10);
        }
        assertThat(process.status().state()).isEqualTo(ProcessStatus.State.EXECED);
        Map<String, Long> calls = Sensors.calls(process.profile());
        assertThat(calls.get("leaf")).isEqualTo(measured.counts().get("leaf"));
      }
      // The new program is ready and can be attached to like any other.
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        SensorReport report =
            Sensors.insert(process, Sensors.request("shapes*", List.of("plain", "factorial")));
        assertThat(Sensors.installed(report)).containsExactlyInAnyOrder("plain", "factorial");
      }
      assertThat(ProcessFiles.traced(target.pid())).isEmpty();
    }
  }

  @Test
  void process_endingWithSensors_leavesItsProfile() throws Exception {
    try (Target target = Target.start(Built.c("shapes"), 2);
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      Set<String> names = Set.of("plain", "factorial", "is_even");
      SensorReport report = Sensors.insert(process, Sensors.request("shapes*", names));
      assertThat(Sensors.installed(report)).containsAll(names);
      Answer measured = target.run(ROUNDS);
      assertThat(target.quit()).isEqualTo(7);

      Sensors.assertCounts(Sensors.calls(process.profile()), measured.counts(), names);
      assertThat(process.status().state()).isEqualTo(ProcessStatus.State.EXITED);
    }
  }
}
