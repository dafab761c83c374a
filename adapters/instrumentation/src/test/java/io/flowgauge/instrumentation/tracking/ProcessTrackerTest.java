package io.flowgauge.instrumentation.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStarts;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.testsupport.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTrackerTest {
  private static final SensorRequest REQUEST = SensorRequest.of("f");

  @TempDir private Path folder;

  private final CountingProvider provider = new CountingProvider();
  private final Heard heard = new Heard();
  private Programs programs;

  @BeforeEach
  void open() {
    programs = new Programs(folder);
  }

  @AfterEach
  void close() {
    programs.close();
  }

  /** A listener that records what it is told. */
  private static final class Heard implements TrackingListener {
    final Queue<TrackedProcess> found = new ConcurrentLinkedQueue<>();
    final Queue<TrackedProcess> instrumented = new ConcurrentLinkedQueue<>();
    final Queue<TrackedProcess> refused = new ConcurrentLinkedQueue<>();
    final Queue<TrackedProcess> ended = new ConcurrentLinkedQueue<>();

    @Override
    public void found(TrackedProcess process) {
      found.add(process);
    }

    @Override
    public void instrumented(TrackedProcess process) {
      instrumented.add(process);
    }

    @Override
    public void refused(TrackedProcess process) {
      refused.add(process);
    }

    @Override
    public void ended(TrackedProcess process) {
      ended.add(process);
    }
  }

  private ProcessTrackerBuilder tracker(String executable) {
    return ProcessTracker.of(ProcessPattern.named(executable))
        .instrument(REQUEST)
        .provider(provider)
        .listener(heard)
        .interval(Duration.ofMillis(5))
        .groupBy("FG_JOB", "FG_RUN")
        .polling();
  }

  @Test
  void track_manyShortProcesses_reportsEachOnce() throws Exception {
    String program = programs.sleeper("fg-many").toString();
    programs.start(program, "60");
    try (ProcessTracker tracker = tracker("fg-many").start()) {
      for (int k = 0; k < 40; k++) {
        programs.start(Map.of("FG_JOB", "" + k % 4), program, "1");
      }
      Eventually.await("all have ended", () -> tracker.counts().ended() == 40);

      assertThat(pids(heard.found)).hasSize(41);
      assertThat(heard.found).hasSize(41);
      assertThat(heard.instrumented).hasSize(41);
      assertThat(heard.ended)
          .hasSize(40)
          .allSatisfy(p -> assertThat(p.profile().orElseThrow().regions()).hasSize(1));
      assertThat(tracker.groups())
          .hasSize(5)
          .anySatisfy(
              group -> {
                assertThat(group.group()).contains("FG_JOB=2");
                assertThat(group.processes()).isEqualTo(10);
                assertThat(group.profiles()).hasSize(10);
                assertSum(group.regions(), 10);
              })
          .anySatisfy(group -> assertThat(group.group()).isEmpty());
      assertThat(tracker.source()).isEqualTo("the process table every 5 ms");
    }
    assertThat(heard.ended).hasSize(41);
    assertThat(provider.attached).hasSize(41).allMatch(sensors -> sensors.isClosed);
  }

  private static Set<Long> pids(Queue<TrackedProcess> processes) {
    return processes.stream().map(p -> p.process().pid()).collect(Collectors.toSet());
  }

  private static void assertSum(List<RegionProfile> regions, int processes) {
    assertThat(regions).hasSize(1);
    RegionProfile sum = regions.get(0);
    assertThat(sum.region().address()).isZero();
    assertThat(sum.calls()).isEqualTo(3L * processes);
    assertThat(sum.wall().totalNanos()).isEqualTo(30e6 * processes);
    assertThat(sum.wall().minNanos()).isEqualTo(OptionalDouble.of(1e6));
    assertThat(sum.wall().maxNanos()).isEqualTo(OptionalDouble.of(20e6));
    assertThat(sum.cpuSeconds().isMeasured()).isFalse();
  }

  @Test
  void track_execOfAnotherProgram_isFoundThen() throws Exception {
    String program = programs.sleeper("fg-exec").toString();
    try (ProcessTracker tracker = tracker("fg-exec").start()) {
      Process shell = programs.start("bash", "-c", "sleep 0.1; exec " + program + " 60");
      Eventually.await("found", () -> tracker.counts().instrumented() == 1);

      assertThat(heard.found.peek().process().pid()).isEqualTo(shell.pid());
      assertThat(heard.found.peek().process().name()).isEqualTo("fg-exec");
    }
  }

  @Test
  void track_execOfItself_endsAndIsFoundAgain() throws Exception {
    String shell = programs.copy("/bin/bash", "fg-bash").toString();
    try (ProcessTracker tracker = tracker("fg-bash").start()) {
      String again = "read -t 0.3 < <(sleep 5); exec " + shell + " -c 'read -t 20 < <(sleep 20)'";
      Process process = programs.start(shell, "-c", again);
      // The forked copies of the shell, before they become sleep, may be found, too.
      Eventually.await("ended once", () -> countOf(process.pid(), heard.ended) == 1);
      Eventually.await("found twice", () -> countOf(process.pid(), heard.instrumented) == 2);

      assertThat(tracker.processes()).anyMatch(p -> p.process().pid() == process.pid());
    }
  }

  private static long countOf(long pid, Collection<TrackedProcess> all) {
    return all.stream().filter(p -> p.process().pid() == pid).count();
  }

  @Test
  void track_forkedCopies_areFoundEach() throws Exception {
    String shell = programs.copy("/bin/bash", "fg-fork").toString();
    try (ProcessTracker tracker = tracker("fg-fork").start()) {
      programs.start(shell, "-c", "for i in 1 2 3; do (read -t 20 < /dev/zero) & done; wait");
      Eventually.await("found", () -> tracker.counts().instrumented() >= 4);

      assertThat(pids(heard.instrumented)).hasSize(4);
    }
  }

  @Test
  void track_renamedProcess_isFoundByItsExecutable() throws Exception {
    String shell = programs.copy("/bin/bash", "fg-rename").toString();
    try (ProcessTracker tracker = tracker("fg-rename").start()) {
      programs.start(
          shell, "-c", "printf 'evil) R 1 \\n' > /proc/$$/comm; read -t 20 < <(sleep 20)");
      Eventually.await("found", () -> tracker.counts().instrumented() >= 1);

      assertThat(heard.found.peek().process().name()).isEqualTo("fg-rename");
    }
  }

  @Test
  void track_regionsThatComeLater_areAskedForAgain() throws Exception {
    provider.missingAtFirst = 3;
    programs.start(programs.sleeper("fg-late").toString(), "60");
    try (ProcessTracker tracker = tracker("fg-late").start()) {
      Eventually.await(
          "sensor is in",
          () ->
              tracker.processes().stream()
                  .anyMatch(p -> p.report().filter(r -> r.unmatched().isEmpty()).isPresent()));

      assertThat(provider.attached.peek().requests).hasValue(4);
      Thread.sleep(100);
      assertThat(provider.attached.peek().requests).hasValue(4);
    }
  }

  @Test
  void track_refusedProcess_saysWhyAndGoesOn() throws Exception {
    String program = programs.sleeper("fg-refuse").toString();
    Process refused = programs.start(program, "60");
    Process failing = programs.start(program, "60");
    provider.refusals =
        pid -> {
          if (pid == failing.pid()) {
            throw new IllegalStateException("broken");
          }
          return pid == refused.pid()
              ? Optional.of(new Refusal(RefusalCode.TRACED, "gdb has it"))
              : Optional.empty();
        };
    try (ProcessTracker tracker = tracker("fg-refuse").start()) {
      Eventually.await("refused", () -> tracker.counts().refused() == 2);
      programs.start(program, "60");
      Eventually.await("instrumented", () -> tracker.counts().instrumented() == 1);

      assertThat(heard.refused)
          .extracting(p -> p.refusal().orElseThrow().toString())
          .containsExactlyInAnyOrder(
              "TRACED: gdb has it",
              "HELPER: the provider failed: java.lang.IllegalStateException: broken");
      assertThat(tracker.processes()).hasSize(3);
    }
  }

  @Test
  void track_providerThatFailsLater_endsOnlyThatProcess() throws Exception {
    String program = programs.sleeper("fg-broken").toString();
    programs.start(program, "60");
    try (ProcessTracker tracker = tracker("fg-broken").start()) {
      Eventually.await("instrumented", () -> tracker.counts().instrumented() == 1);
      provider.attached.peek().isBroken = true;
      Eventually.await("ended", () -> tracker.counts().ended() == 1);
      programs.start(program, "60");
      Eventually.await("instrumented", () -> tracker.counts().instrumented() == 2);

      TrackedProcess broken = heard.ended.peek();
      assertThat(broken.state()).isEqualTo(TrackedProcess.State.ENDED);
      assertThat(broken.profile()).isEmpty();
      assertThat(broken.refusal().orElseThrow())
          .hasToString("HELPER: the provider failed: java.lang.IllegalStateException: broken");
    }
    assertThat(provider.attached).hasSize(2).allMatch(sensors -> sensors.isClosed);
  }

  @Test
  void close_providerThatFails_letsTheOthersGo() throws Exception {
    String program = programs.sleeper("fg-broken").toString();
    for (int k = 0; k < 4; k++) {
      programs.start(program, "60");
    }
    try (ProcessTracker tracker = tracker("fg-broken").interval(Duration.ofSeconds(20)).start()) {
      Eventually.await("instrumented", () -> tracker.counts().instrumented() == 4);
      provider.attached.stream().limit(3).forEach(sensors -> sensors.isBroken = true);
    }
    assertThat(provider.attached).allMatch(sensors -> sensors.isClosed);
    assertThat(heard.ended).hasSize(4);
  }

  @Test
  void track_moreThanAllowed_refusesTheRest() throws Exception {
    String program = programs.sleeper("fg-limit").toString();
    for (int k = 0; k < 5; k++) {
      programs.start(program, "60");
    }
    try (ProcessTracker tracker = tracker("fg-limit").processes(2).start()) {
      Eventually.await("refused", () -> heard.refused.size() == 3);
      Eventually.await("done", () -> tracker.counts().instrumented() == 2);

      assertThat(tracker.counts().overLimit()).isEqualTo(3);
      assertThat(heard.refused)
          .hasSize(3)
          .allMatch(p -> p.refusal().orElseThrow().code() == RefusalCode.LIMIT);
    }
  }

  @Test
  void track_manyEnded_keepsTheSumsOfAll() throws Exception {
    String program = programs.sleeper("fg-ended").toString();
    try (ProcessTracker tracker = tracker("fg-ended").ended(3).start()) {
      for (int k = 0; k < 8; k++) {
        programs.start(Map.of("FG_RUN", "x"), program, "1");
      }
      Eventually.await("all have ended", () -> tracker.counts().ended() == 8);

      assertThat(tracker.processes()).hasSize(3);
      assertThat(tracker.groups())
          .singleElement()
          .satisfies(
              group -> {
                assertThat(group.processes()).isEqualTo(8);
                assertThat(group.profiles()).hasSize(3);
                assertSum(group.regions(), 8);
              });
    }
  }

  @Test
  void track_throwingListener_isCountedAndForgotten() throws Exception {
    programs.start(programs.sleeper("fg-listen").toString(), "60");
    TrackingListener broken =
        new TrackingListener() {
          @Override
          public void found(TrackedProcess process) {
            throw new NoClassDefFoundError("broken");
          }
        };
    try (ProcessTracker tracker = tracker("fg-listen").listener(broken).start()) {
      Eventually.await("instrumented", () -> tracker.counts().instrumented() == 1);

      assertThat(tracker.counts().listenerFailures()).isEqualTo(1);
    }
  }

  @Test
  void track_withoutSensors_findsAndForgets() throws Exception {
    String program = programs.sleeper("fg-find").toString();
    try (ProcessTracker tracker =
        ProcessTracker.of(ProcessPattern.named("fg-find"))
            .interval(Duration.ofMillis(5))
            .polling()
            .start()) {
      Process process = programs.start(program, "60");
      Eventually.await("found", () -> tracker.processes().size() == 1);
      process.destroyForcibly();
      Eventually.await(
          "ended", () -> tracker.processes().get(0).state() == TrackedProcess.State.ENDED);

      assertThat(tracker.counts().instrumented() + tracker.counts().ended()).isZero();
      assertThat(tracker.groups()).isEmpty();
    }
  }

  @Test
  void track_startsReported_needsNoPolling() throws Exception {
    ReportedStarts starts = new ReportedStarts();
    String program = programs.sleeper("fg-reported").toString();
    try (ProcessTracker tracker =
        tracker("fg-reported").starts(List.of(starts)).interval(Duration.ofSeconds(20)).start()) {
      assertThat(tracker.source()).isEqualTo("process starts reported by the kernel");
      Process process = programs.start(program, "60");
      starts.pids.add(process.pid());
      starts.pids.add(process.pid());
      Eventually.await("instrumented", () -> tracker.counts().instrumented() == 1);
      Eventually.await("counted", () -> tracker.counts().lostStarts() == 2);

      assertThat(tracker.counts().unseen()).isZero();
      assertThat(heard.found).hasSize(1);
      starts.pids.add(-1L);
      Eventually.await("it polls", () -> tracker.source().contains("it failed"));
    }
    assertThat(starts.isClosed).isTrue();
  }

  /** A source of process starts that the test feeds. */
  private static final class ReportedStarts implements ProcessStarts, ProcessStarts.Watch {
    final BlockingQueue<Long> pids = new LinkedBlockingQueue<>();
    volatile boolean isClosed;

    @Override
    public Outcome<Watch> open() {
      return Outcome.done(this);
    }

    @Override
    public List<Long> next(Duration timeout) {
      try {
        Long pid = pids.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
        if (pid != null && pid < 0) {
          throw new IllegalStateException("broken");
        }
        return pid == null ? List.of() : List.of(pid);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return List.of();
      }
    }

    @Override
    public long lost() {
      return 2;
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }

  @Test
  void track_startsRefused_pollsAndSaysWhy() {
    ProcessStarts refusing = () -> Outcome.refused(RefusalCode.PERMISSION, "needs root");
    try (ProcessTracker tracker = tracker("fg-none").starts(List.of(refusing)).start()) {
      assertThat(tracker.source())
          .isEqualTo(
              "the process table every 5 ms, as the kernel does not report starts: needs root");
    }
  }

  @Test
  void track_otherSystems_findsNothingAndSaysSo() {
    try (ProcessTracker tracker =
        tracker("*").table(new ProcTable(folder.resolve("none"))).start()) {
      assertThat(tracker.unavailable()).isPresent();
      assertThat(tracker.processes()).isEmpty();
      assertThat(tracker.groups()).isEmpty();
    }
  }

  @Test
  void close_whileProcessesComeAndGo_leavesNoThreadAndNoSensor() throws Exception {
    String program = programs.sleeper("fg-close").toString();
    for (int round = 0; round < 5; round++) {
      ProcessTracker tracker = tracker("fg-close").start();
      for (int k = 0; k < 5; k++) {
        programs.start(program, "0.05");
      }
      Thread.sleep(10L * round);
      tracker.close();
      tracker.close();
      assertThat(tracker.counts().ended()).isEqualTo(tracker.counts().instrumented());
    }

    assertThat(provider.attached).allMatch(sensors -> sensors.isClosed);
    // A pool counts as terminated a moment before its last thread is gone.
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (Set.of("flowgauge-tracker", "flowgauge-attach").contains(thread.getName())) {
        thread.join(Duration.ofSeconds(30).toMillis());
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
      }
    }
  }

  @Test
  void close_attachThatDoesNotReturn_letsTheOthersGoAndThatOneLater() throws Exception {
    String program = programs.sleeper("fg-stuck").toString();
    long stuck = programs.start(program, "60").pid();
    long other = programs.start(program, "60").pid();
    CountDownLatch isAsked = new CountDownLatch(1);
    Object held = new Object();
    provider.refusals =
        pid -> {
          if (pid == stuck) {
            isAsked.countDown();
            synchronized (held) { // No interrupt ends this wait.
              return Optional.empty();
            }
          }
          return Optional.empty();
        };
    TrackedProcesses processes = new TrackedProcesses(tracker("fg-stuck"));
    synchronized (held) {
      processes.attach(tracked(stuck));
      processes.attach(tracked(other));
      isAsked.await();
      Eventually.await("instrumented", () -> heard.instrumented.size() == 1);
      CompletableFuture.runAsync(() -> processes.close(Duration.ofSeconds(1)))
          .get(30, TimeUnit.SECONDS);
      assertThat(pids(heard.ended)).containsExactly(other);
    }
    Eventually.await("let go", () -> pids(heard.ended).equals(Set.of(stuck, other)));
    assertThat(provider.attached).hasSize(2).allMatch(sensors -> sensors.isClosed);
  }

  private static TrackedProcess tracked(long pid) {
    return new TrackedProcess(
        TargetProcess.builder(pid, "p" + pid).build(),
        Optional.empty(),
        ProcTable.ofSystem().stat(pid).orElseThrow(),
        false);
  }

  @Test
  void build_badNumbers_areRefused() {
    assertThatThrownBy(() -> tracker("x").interval(Duration.ZERO)).hasMessageContaining("1 ms");
    assertThatThrownBy(() -> tracker("x").processes(0)).hasMessageContaining("processes must be");
    assertThatThrownBy(() -> tracker("x").ended(0)).hasMessageContaining("ended must be");
  }
}
