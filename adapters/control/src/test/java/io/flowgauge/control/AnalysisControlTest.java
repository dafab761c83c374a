package io.flowgauge.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.control.Decision.State;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.ThreadPosition;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Activity;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real programs that are late soon after their start, compared with an earlier run. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class AnalysisControlTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private Path program;

  @BeforeEach
  void compile() throws Exception {
    program = ControlledRun.compile(folder);
  }

  private ControlledRun run(UnaryOperator<AnalysisControlBuilder> options) throws Exception {
    return new ControlledRun(program, List.of(ControlledRun.usualRun()), options);
  }

  /** A policy that always throws. */
  private static final class Broken implements Policy {
    @Override
    public String name() {
      return "broken";
    }

    @Override
    public Optional<String> why(Candidate candidate) {
      throw new NoClassDefFoundError("a policy");
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (!condition.getAsBoolean() && Instant.now().isBefore(end)) {
      Thread.sleep(20);
    }
  }

  private static List<Decision> of(ControlledRun run, State state) {
    return run.control.decisions().stream().filter(each -> each.state() == state).toList();
  }

  @Test
  void lateActivity_isMeasuredUntilItEnds_andTheRunShowsIt() throws Exception {
    try (ControlledRun run = run(options -> options.budget(1))) {
      run.submit("slow", "align", "0.1", "short", "6");
      Finding finding = run.finding("slow", PATIENCE);
      assertThat(finding.region().qualifiedName()).isEqualTo("aligner:backtrack");
      assertThat(finding.share()).isGreaterThan(0.7);
      assertThat(finding.policy()).isEqualTo("late");
      run.await();
      await(() -> !of(run, State.STOPPED).isEmpty());
      assertThat(of(run, State.STOPPED).get(0).reason()).isEqualTo("it has ended");
      ActivityExecution slow = run.recorder.snapshot().execution("slow").orElseThrow();
      assertThat(slow.codeProfiles()).isNotEmpty();
      assertThat(slow.codeProfiles().get(slow.codeProfiles().size() - 1).regions())
          .anySatisfy(
              region -> {
                assertThat(region.name()).isEqualTo("aligner:backtrack");
                assertThat(region.calls()).isGreaterThan(100);
              });
      assertThat(run.control.failures()).isZero();
    }
  }

  @Test
  void activityThatWaits_isNamedWithWhereItWaits() throws Exception {
    try (ControlledRun run = run(options -> options.budget(1))) {
      run.submit("stuck", "align", "0.1", "wait");
      Finding finding = run.finding("stuck", PATIENCE);
      assertThat(finding.region().name()).isEqualTo("await_message");
      assertThat(finding.within().orElseThrow().name()).contains("read");
      assertThat(finding.waiting()).isGreaterThan(0.5);
      assertThat(finding).asString().contains("waits there");
    }
  }

  @Test
  void processKilledWhileLookedInto_isADecision() throws Exception {
    for (int k = 0; k < 5; k++) {
      try (ControlledRun run = run(options -> options.budget(1))) {
        run.submit("killed", "align", "0.1", "long", "30");
        await(() -> !of(run, State.BEGUN).isEmpty());
        Thread.sleep(100L * k);
        run.running.get("killed").destroyForcibly();
        await(() -> !of(run, State.STOPPED).isEmpty());
        assertThat(of(run, State.STOPPED).get(0).reason()).isEqualTo("it has ended");
        assertThat(run.control.failures()).isZero();
      }
    }
  }

  @Test
  void shellThatWaits_isLookedThrough() throws Exception {
    try (ControlledRun run = run(options -> options.budget(1))) {
      run.submitCommand(
          "wrapped", "align", "/bin/sh", "-c", program + " 0.1 long 20; echo done >/dev/null");
      assertThat(run.finding("wrapped", PATIENCE).region().name()).isEqualTo("backtrack");
    }
  }

  /** A program that backtracks for a long time. */
  static final class Program {
    private Program() {}

    static void backtrack() {
      double sum = 0;
      for (long k = 1; sum >= 0; k++) {
        sum += 1.0 / k;
      }
    }

    public static void main(String[] args) {
      backtrack();
    }
  }

  @Test
  void javaProgram_isLookedInto_byItsOwnProvider() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    try (ControlledRun run = run(options -> options.budget(1))) {
      run.submitCommand("java", "align", java, "-cp", path, Program.class.getName());
      Finding finding = run.finding("java", PATIENCE);
      assertThat(finding.region().qualifiedName())
          .isEqualTo(Program.class.getName() + ":backtrack");
      assertThat(finding.share()).isGreaterThan(0.7);
    }
  }

  @Test
  void withoutProvider_isRefused_andTheRunGoesOn() throws Exception {
    try (ControlledRun run = run(options -> options.budget(1).providers(List.of()))) {
      run.submit("slow", "align", "0.1", "long", "2");
      run.await();
      assertThat(of(run, State.REFUSED)).extracting(Decision::policy).contains("late");
      assertThat(of(run, State.REFUSED).get(0).reason()).contains("no provider");
      assertThat(run.control.failures()).isZero();
    }
  }

  @Test
  void listener_mayClose() throws Exception {
    CompletableFuture<AnalysisControl> control = new CompletableFuture<>();
    CountDownLatch isClosed = new CountDownLatch(1);
    Consumer<Decision> listener =
        news -> {
          control.join().close();
          isClosed.countDown();
        };
    try (ControlledRun run =
        run(options -> options.budget(1).providers(List.of()).onDecision(listener))) {
      control.complete(run.control);
      run.submit("slow", "align", "0.1", "long", "2");
      assertThat(isClosed.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void tooSmallBudget_isKept_andSaid() throws Exception {
    try (ControlledRun run = run(options -> options.budget(0.02))) {
      run.submit("one", "align", "0.1", "long", "8");
      run.submit("two", "align", "0.1", "long", "8");
      run.await();
      assertThat(of(run, State.REFUSED)).isNotEmpty();
      assertThat(of(run, State.REFUSED).get(0).reason()).contains("the budget is spent");
    }
  }

  @Test
  void policyThatThrows_andListenersThatThrow_stopNothing() throws Exception {
    try (ControlledRun run =
        run(
            options ->
                options
                    .budget(1)
                    .policies(List.of(new Broken(), Policy.late()))
                    .onDecision(
                        news -> {
                          throw new AssertionError("a listener");
                        }))) {
      run.submit("slow", "align", "0.1", "long", "20");
      assertThat(run.finding("slow", PATIENCE).region().name()).isEqualTo("backtrack");
      assertThat(run.control.failures()).isPositive();
    }
  }

  /** A policy that throws once an activity is examined. */
  private static final class HalfBroken implements Policy {
    @Override
    public String name() {
      return "half broken";
    }

    @Override
    public Optional<String> why(Candidate candidate) {
      return Optional.of("always");
    }

    @Override
    public boolean seeksCause() {
      throw new NoClassDefFoundError("a policy");
    }
  }

  /** Returns a provider whose only process is only looked into. */
  private static InstrumentationProvider provider(CountDownLatch letGo) {
    CodeRegion region = new CodeRegion("unit", "f", "f", 16, 8, Optional.empty(), false);
    ThreadPosition position =
        new ThreadPosition(1, true, Optional.of(region), List.of(), Duration.ZERO);
    return (InstrumentationProvider)
        proxy(
            InstrumentationProvider.class,
            (method, arguments) ->
                switch (method) {
                  case "name" -> "fake";
                  case "unavailable" -> Optional.empty();
                  case "attach" -> {
                    TargetProcess process =
                        TargetProcess.builder((Long) arguments[0], "fake").build();
                    yield Outcome.done(
                        proxy(
                            InstrumentedProcess.class,
                            (call, none) ->
                                switch (call) {
                                  case "process" -> process;
                                  case "status" -> ProcessStatus.of(ProcessStatus.State.RUNNING);
                                  case "positions" -> Outcome.done(List.of(position));
                                  case "close" -> {
                                    letGo.countDown();
                                    yield null;
                                  }
                                  default -> throw new AssertionError(call);
                                }));
                  }
                  default -> throw new AssertionError(method);
                });
  }

  private static Object proxy(Class<?> type, BiFunction<String, Object[], Object> behaviour) {
    return Proxy.newProxyInstance(
        AnalysisControlTest.class.getClassLoader(),
        new Class<?>[] {type},
        (self, method, arguments) -> behaviour.apply(method.getName(), arguments));
  }

  @Test
  void close_afterAPolicyHasThrown_letsProcessesGo() throws Exception {
    CountDownLatch letGo = new CountDownLatch(1);
    Process slow = new ProcessBuilder("sleep", "100").start();
    try (LiveMonitor monitor = LiveMonitor.open()) {
      RunRecorder recorder = monitor.recorder("r", "r");
      recorder.activity(Activity.of("slow", "align"));
      recorder.record("slow", EventType.ACTIVE, Instant.now(), 1);
      try (AnalysisControl control =
          AnalysisControl.of(monitor.run("r").orElseThrow())
              .budget(1)
              .policies(List.of(new HalfBroken()))
              .providers(List.of(provider(letGo)))
              .open()) {
        control.watch(slow.pid(), "slow");
        await(() -> control.failures() > 10);
        assertThat(control.failures()).isGreaterThan(10);
        assertThat(letGo.getCount()).isOne();
      }
      assertThat(letGo.getCount()).isZero();
    } finally {
      slow.destroyForcibly();
    }
  }

  @Test
  void decisionsAndFindings_goIntoAnEventLog() throws Exception {
    Path file = folder.resolve("control.nlb");
    try (EventLog log = EventLog.open(file)) {
      ControlLog decisionLog = new ControlLog(log);
      try (ControlledRun run =
          run(
              options ->
                  options
                      .budget(1)
                      .onDecision(decisionLog::decided)
                      .onFinding(decisionLog::found))) {
        run.submit("slow", "align", "0.1", "long", "20");
        run.finding("slow", PATIENCE);
      }
    }
    try (LogReader reader = LogReader.open(file)) {
      List<String> names = reader.events().map(event -> event.name()).toList();
      assertThat(names).contains(ControlLog.DECISION, ControlLog.FINDING);
    }
  }
}
