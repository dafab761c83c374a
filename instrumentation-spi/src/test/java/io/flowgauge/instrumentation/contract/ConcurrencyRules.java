package io.flowgauge.instrumentation.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.StructureFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Rules for several threads that use a process at once. */
interface ConcurrencyRules extends ContractSetting {
  /** How often each thread repeats its step. */
  int TIMES = 15;

  /** A step that a thread repeats. */
  @FunctionalInterface
  interface Step {
    void run() throws Exception;
  }

  @Test
  default void process_usedByManyThreads_staysConsistent() throws Exception {
    attached(
        (target, process) -> {
          atOnce(
              () -> process.instrument(ContractSetting.both(target)).orThrow(),
              () -> process.deinstrument(List.of(target.leaf())).orThrow(),
              () -> checkSnapshot(process, target),
              () ->
                  process.structure(new StructureFilter(List.of(target.leaf()), List.of(), false)),
              () -> target.run(1, 20));
          process.instrument(ContractSetting.both(target)).orThrow();
          long before = ContractSetting.of(process.profile(), target.leaf()).calls();
          target.run(2, 50);
          assertThat(ContractSetting.of(process.profile(), target.leaf()).calls() - before)
              .as("calls once all is quiet")
              .isEqualTo(100L * ContractTarget.LEAVES);
        });
  }

  private static void checkSnapshot(InstrumentedProcess process, ContractTarget target) {
    long calls = ContractSetting.calls(process.profile(), target.caller());
    assertThat(calls).isBetween(0L, 20L * TIMES);
  }

  @Test
  default void processes_severalAtOnce_areIndependent() throws Exception {
    working();
    try (ContractTarget first = startTarget();
        ContractTarget second = startTarget()) {
      atOnce(() -> checkAlone(first, 3), () -> checkAlone(second, 5));
    }
  }

  private void checkAlone(ContractTarget target, int rounds) throws Exception {
    try (InstrumentedProcess process = working().attach(target.pid()).orThrow()) {
      process.instrument(ContractSetting.both(target)).orThrow();
      target.run(1, rounds);
      assertThat(ContractSetting.of(process.profile(), target.caller()).calls()).isEqualTo(rounds);
    }
  }

  private void atOnce(Step... steps) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(steps.length);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (Step step : steps) {
        running.add(threads.submit(() -> repeat(step)));
      }
      for (Future<?> one : running) {
        one.get(6 * patience().toSeconds(), TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Void repeat(Step step) throws Exception {
    for (int time = 0; time < TIMES; time++) {
      step.run();
    }
    return null;
  }
}
