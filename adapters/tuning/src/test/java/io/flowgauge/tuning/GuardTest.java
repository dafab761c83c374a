package io.flowgauge.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.Change;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.tuning.TuningStep.State;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real programs, and tunlets that help, harm or do not affect them. With {@code
 * -Dflowgauge.long=true}, a hundred of each.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class GuardTest {
  private static final int ROUNDS = Boolean.getBoolean("flowgauge.long") ? 20 : 1;
  private static final int AT_ONCE = 5;
  private static final int PATIENCE = 200;
  private static final int MICROS = 1000;

  @TempDir private Path folder;
  private Path program;
  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void compile() throws Exception {
    program = folder.resolve("steps");
    Process compiler =
        new ProcessBuilder(
                "gcc",
                "-g",
                "-O2",
                Path.of("src/test/c/steps.c").toString(),
                "-o",
                program.toString())
            .inheritIO()
            .start();
    assertThat(compiler.waitFor()).isZero();
  }

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  private long start() throws Exception {
    Process process = new ProcessBuilder(program.toString()).start();
    started.add(process);
    return process.pid();
  }

  /** A tunlet that sets a variable unconditionally. */
  private record Setting(String variable, int value) implements Tunlet {
    @Override
    public String name() {
      return "set-" + variable;
    }

    @Override
    public String description() {
      return "Sets a variable.";
    }

    @Override
    public Watch watch() {
      return Watch.of("steps:take_step");
    }

    @Override
    public Optional<Change> decide(Observation observation) {
      return Optional.of(Change.set("steps:" + variable, value));
    }

    @Override
    public Guard guard() {
      return Guard.calls("steps:take_step");
    }
  }

  private static List<TuningStep> of(Analyzer analyzer, long pid) {
    return analyzer.steps().stream().filter(step -> step.pids().equals(List.of(pid))).toList();
  }

  /** Returns the two steps of a change: made, and its outcome. */
  private static List<TuningStep> ended(Analyzer analyzer, long pid) throws Exception {
    for (int k = 0; k < PATIENCE && of(analyzer, pid).size() < 2; k++) {
      Thread.sleep(50);
    }
    List<TuningStep> steps = of(analyzer, pid);
    assertThat(steps).hasSize(2);
    assertThat(steps.get(0).state()).isEqualTo(State.MADE);
    return steps;
  }

  private Map<State, Integer> ends(Tunlet tunlet, List<TuningStep> all) throws Exception {
    Map<State, Integer> ends = new TreeMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      try (Analyzer analyzer = Analyzer.builder().tunlets(List.of(tunlet)).open()) {
        List<Long> pids = new ArrayList<>();
        for (int k = 0; k < AT_ONCE; k++) {
          pids.add(start());
        }
        pids.forEach(analyzer::watch);
        for (long pid : pids) {
          List<TuningStep> steps = ended(analyzer, pid);
          all.addAll(steps);
          ends.merge(steps.get(1).state(), 1, Integer::sum);
        }
      }
      end();
    }
    return ends;
  }

  @Test
  void harmfulChange_isUndoneInTime() throws Exception {
    List<TuningStep> all = new ArrayList<>();
    assertThat(ends(new Setting("step_micros", 2 * MICROS), all))
        .isEqualTo(Map.of(State.UNDONE, ROUNDS * AT_ONCE));
    double longest = 0;
    double mostLost = 0;
    for (int k = 0; k < all.size(); k += 2) {
      Duration harmed = Duration.between(all.get(k).time(), all.get(k + 1).time());
      TuningStep undone = all.get(k + 1);
      double lost = (1 - undone.after().mean() / undone.before().mean()) * harmed.toMillis() / 1e3;
      longest = Math.max(longest, harmed.toMillis() / 1e3);
      mostLost = Math.max(mostLost, lost);
    }
    System.out.printf(
        "undone after %.1f s at most, in which %.2f s were lost%n", longest, mostLost);
    assertThat(longest).isLessThan(5);
    assertThat(mostLost).isLessThan(0.05 * 60); // of a run of a minute
  }

  @Test
  void changeWithoutEffect_isKept() throws Exception {
    List<TuningStep> all = new ArrayList<>();
    assertThat(ends(new Setting("unused_micros", 7), all))
        .isEqualTo(Map.of(State.KEPT, ROUNDS * AT_ONCE));
  }

  @Test
  void goodChange_isKeptAndItsGainReported() throws Exception {
    Path file = folder.resolve("tuning.nlb");
    long pid = start();
    try (EventLog log = EventLog.open(file);
        Analyzer analyzer =
            Analyzer.builder()
                .tunlets(List.of(new Setting("step_micros", MICROS / 4)))
                .onStep(new TuningLog(log))
                .open()) {
      analyzer.watch(pid);
      TuningStep kept = ended(analyzer, pid).get(1);
      assertThat(kept.state()).isEqualTo(State.KEPT);
      assertThat(kept.gain().orElseThrow()).isGreaterThan(1.5);
      assertThat(kept.program()).isEqualTo("steps");
    }
    try (LogReader events = LogReader.open(file)) {
      assertThat(events.events().map(e -> e.value("STATE").orElseThrow()))
          .containsExactly("made", "kept");
    }
  }

  @Test
  void dryRun_changesNothing() throws Exception {
    long pid = start();
    try (Analyzer analyzer =
        Analyzer.builder()
            .tunlets(List.of(new Setting("step_micros", 2 * MICROS)))
            .dryRun()
            .open()) {
      analyzer.watch(pid);
      for (int k = 0; k < PATIENCE && analyzer.steps().isEmpty(); k++) {
        Thread.sleep(50);
      }
      Thread.sleep(2000);
      assertThat(analyzer.steps())
          .singleElement()
          .extracting(TuningStep::state)
          .isEqualTo(State.PROPOSED);
    }
  }

  private static boolean isMade(Analyzer analyzer) {
    return analyzer.steps().stream().anyMatch(step -> step.state() == State.MADE);
  }

  @Test
  void trouble_ofTunletsAndProcesses_isReported() throws Exception {
    Tunlet throwing =
        new Tunlet() {
          @Override
          public String name() {
            return "throwing";
          }

          @Override
          public String description() {
            return "Throws.";
          }

          @Override
          public Watch watch() {
            return Watch.of("steps:take_step");
          }

          @Override
          public Optional<Change> decide(Observation observation) {
            throw new IllegalStateException("no idea");
          }

          @Override
          public Guard guard() {
            return Guard.calls("steps:take_step");
          }
        };
    long pid = start();
    long gone = start();
    started.get(1).destroyForcibly().waitFor();
    try (Analyzer analyzer =
        Analyzer.builder()
            .tunlets(List.of(throwing, new Setting("missing", 1), new Setting("step_micros", 900)))
            .onStep(
                step -> {
                  throw new IllegalArgumentException("a listener's own trouble");
                })
            .open()) {
      analyzer.watch(pid);
      analyzer.watch(gone);
      for (int k = 0; k < PATIENCE && !isMade(analyzer); k++) {
        Thread.sleep(50);
      }
      assertThat(analyzer.steps()).anyMatch(s -> s.reason().contains("no idea"));
      assertThat(analyzer.steps()).anyMatch(s -> s.reason().contains("no variable is called"));
      assertThat(analyzer.steps())
          .anyMatch(s -> s.pids().contains(gone) && s.state() == State.REFUSED);
      assertThat(analyzer.steps()).anyMatch(s -> s.state() == State.MADE);
      started.get(0).destroyForcibly().waitFor();
      for (int k = 0; k < PATIENCE && !analyzer.isIdle(); k++) {
        Thread.sleep(50);
      }
      assertThat(analyzer.isIdle()).isTrue();
    }
  }
}
