package io.flowgauge.instrumentation.irl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.contract.ContractTarget;
import io.flowgauge.instrumentation.simulated.SimulatedPrograms;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import io.flowgauge.instrumentation.xml.AnswerXml;
import io.flowgauge.instrumentation.xml.IrlXml;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IrlPerformerTest {
  private static final long NO_PID = 1_999_999_999;

  private final SimulatedPrograms programs = new SimulatedPrograms();
  private final InstrumentationProvider provider = programs.provider();
  private final IrlPerformer performer = new IrlPerformer(provider, this::find);

  @AfterEach
  void close() {
    performer.close();
  }

  private Outcome<List<TargetProcess>> find(ProcessPattern pattern) {
    return pattern.executable().equals("simulated")
        ? Outcome.done(provider.processes())
        : Outcome.done(List.of());
  }

  private static RequestAnswer answer(IrlAnswer answer, int process, int request) {
    return answer.processes().get(process).answers().get(request);
  }

  private static long calls(Profile profile, String region) {
    return profile.region(region).orElseThrow().calls();
  }

  @Test
  void perform_allRequests_answersEachInOrder() throws Exception {
    ContractTarget target = programs.start();
    IrlAnswer answer =
        performer.perform(
            Irl.on(target.pid())
                .attach()
                .getSir(StructureFilter.of("*:work::*"))
                .instrument("simulated:work::*", "nothing")
                .build());
    assertThat(answer.refusals()).isEmpty();
    assertThat(answer.processes().get(0).process().name()).isEqualTo("simulated");
    assertThat(((RequestAnswer.Sir) answer(answer, 0, 1)).structure().regions()).hasSize(3);
    var report = ((RequestAnswer.Instrumented) answer(answer, 0, 2)).report();
    assertThat(report.done()).hasSize(2);
    assertThat(report.refused()).hasSize(1);
    assertThat(report.unmatched()).hasSize(1);
    target.run(1, 4);
    IrlAnswer second =
        performer.perform(
            Irl.on(target.pid()).getProfile().deinstrument("*").detach().getProfile().build());
    assertThat(calls(second.profiles().get(0), "work::leaf()")).isEqualTo(12);
    assertThat(answer(second, 0, 1)).isInstanceOf(RequestAnswer.Deinstrumented.class);
    assertThat(answer(second, 0, 2)).isInstanceOf(RequestAnswer.Detached.class);
    assertThat(second.refusals())
        .singleElement()
        .satisfies(
            refusal -> assertThat(refusal.message()).contains("begin with an attach request"));
    assertThat(second.processes().get(0).process().name()).isEqualTo("simulated");
  }

  @Test
  void perform_asXml_givesTheSame() throws Exception {
    ContractTarget target = programs.start();
    String request =
        "<irl xmlns='urn:flowgauge:instrumentation:1' version='1'><processes><process pid='"
            + target.pid()
            + "'/></processes><attach/><instrument><include name='work::caller'/></instrument>"
            + "<getprofile/></irl>";
    Irl irl = IrlXml.read(new ByteArrayInputStream(request.getBytes(UTF_8)), "request");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    IrlAnswer answer = performer.perform(irl);
    AnswerXml.write(answer, out);
    assertThat(AnswerXml.read(new ByteArrayInputStream(out.toByteArray()), "answer"))
        .isEqualTo(answer);
    assertThat(out.toString(UTF_8)).contains("<instrumented", "linkageName=\"_ZN4work6callerEi\"");
  }

  @Test
  void perform_oneProcessFails_othersAreDone() throws Exception {
    ContractTarget first = programs.start();
    ContractTarget dead = programs.start();
    ContractTarget last = programs.start();
    dead.exit();
    IrlAnswer answer =
        performer.perform(
            Irl.on(first.pid(), dead.pid(), NO_PID, last.pid())
                .attach()
                .instrument("work::leaf")
                .build());
    assertThat(answer.processes())
        .extracting(one -> one.process().pid())
        .containsExactly(first.pid(), dead.pid(), NO_PID, last.pid());
    assertThat(answer.processes())
        .extracting(one -> one.refusals().size())
        .containsExactly(0, 2, 2, 0);
    assertThat(answer.processes().get(1).refusals().get(0).code())
        .isEqualTo(RefusalCode.NO_PROCESS);
    last.run(1, 1);
    assertThat(
            calls(
                performer.perform(Irl.on(last.pid()).getProfile().build()).profiles().get(0),
                "work::leaf()"))
        .isEqualTo(3);
  }

  @Test
  void perform_providerThrowsForOne_othersAreDone() {
    ContractTarget good = programs.start();
    InstrumentationProvider throwing =
        attaching(
            pid -> {
              if (pid == 7) {
                throw new IllegalStateException("out of order");
              }
              return provider.attach(pid);
            });
    try (IrlPerformer own = IrlPerformer.of(throwing)) {
      IrlAnswer answer = own.perform(Irl.on(7, good.pid()).attach().build());
      assertThat(answer.refusals())
          .singleElement()
          .satisfies(
              refusal ->
                  assertThat(refusal.toString()).contains("SYSTEM", "process 7", "out of order"));
      assertThat(answer(answer, 1, 0)).isInstanceOf(RequestAnswer.Attached.class);
    }
  }

  @Test
  void perform_patterns_findsEachProcessOnce() {
    ContractTarget first = programs.start();
    ContractTarget second = programs.start();
    IrlAnswer answer =
        performer.perform(
            new Irl(
                List.of(
                    new ProcessSelector.Pid(second.pid()),
                    new ProcessSelector.Matching(ProcessPattern.named("simulated")),
                    new ProcessSelector.Matching(ProcessPattern.named("mProject*"))),
                List.of(new IrlRequest.Attach())));
    assertThat(answer.processes())
        .extracting(one -> one.process().pid())
        .containsExactly(second.pid(), first.pid());
    assertThat(answer.notFound())
        .singleElement()
        .satisfies(
            refusal -> assertThat(refusal.message()).contains("no process matches", "mProject*"));
  }

  @Test
  void perform_manyProcesses_workAtTheSameTime() throws Exception {
    CountDownLatch all = new CountDownLatch(4);
    InstrumentationProvider waiting =
        attaching(
            pid -> {
              all.countDown();
              try {
                boolean together = all.await(10, TimeUnit.SECONDS);
                return Outcome.refused(
                    together ? RefusalCode.TRACED : RefusalCode.SYSTEM, "the reason");
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    try (IrlPerformer own = IrlPerformer.of(waiting)) {
      assertThat(own.perform(Irl.on(1, 2, 3, 4).attach().build()).refusals())
          .hasSize(4)
          .allMatch(refusal -> refusal.code() == RefusalCode.TRACED);
    }
  }

  @Test
  void perform_attachAgain_keepsWhatWasMeasured() throws Exception {
    ContractTarget target = programs.start();
    performer.perform(Irl.on(target.pid()).attach().instrument("work::leaf").build());
    target.run(1, 2);
    IrlAnswer answer = performer.perform(Irl.on(target.pid()).attach().getProfile().build());
    assertThat(calls(answer.profiles().get(0), "work::leaf()")).isEqualTo(6);
  }

  @Test
  void perform_processEnded_profileIsThereUntilDetached() throws Exception {
    ContractTarget target = programs.start();
    performer.perform(Irl.on(target.pid()).attach().instrument("work::leaf").build());
    target.run(1, 2);
    target.exit();
    IrlAnswer answer =
        performer.perform(
            Irl.on(target.pid()).instrument("work::caller").getProfile().detach().build());
    assertThat(answer(answer, 0, 0)).isInstanceOf(RequestAnswer.Refused.class);
    assertThat(calls(answer.profiles().get(0), "work::leaf()")).isEqualTo(6);
  }

  @Test
  void close_attached_takesSensorsOutAndRefusesMore() {
    ContractTarget target = programs.start();
    performer.perform(Irl.on(target.pid()).attach().instrument("work::leaf").build());
    assertThat(performer).hasToString("IrlPerformer[simulated, 1 processes attached to]");
    assertThat(programs.sensors(target)).isEqualTo(1);
    performer.close();
    performer.close();
    assertThat(programs.sensors(target)).isZero();
    assertThat(performer.ping().refusal()).isPresent();
    assertThatThrownBy(() -> performer.perform(Irl.on(target.pid()).attach().build()))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void ping_providerWorks_saysWhich() {
    assertThat(performer.ping().orThrow()).isEqualTo("simulated");
    programs.start();
    assertThat(performer.processes()).hasSize(1);
  }

  @Test
  void perform_atTheSameTimeOnOneProcess_takeTurns() throws Exception {
    ContractTarget target = programs.start();
    List<Thread> threads = new ArrayList<>();
    List<Refusal> refusals = new ArrayList<>();
    for (int k = 0; k < 8; k++) {
      Thread thread =
          new Thread(
              () -> {
                for (int time = 0; time < 50; time++) {
                  IrlAnswer answer =
                      performer.perform(
                          Irl.on(target.pid()).attach().instrument("work::leaf").detach().build());
                  synchronized (refusals) {
                    refusals.addAll(answer.refusals());
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(refusals).isEmpty();
    assertThat(performer).hasToString("IrlPerformer[simulated, 0 processes attached to]");
    assertThat(programs.sensors(target)).isZero();
  }

  @Test
  void perform_providerThrowsOnLaunch_othersAreDone() {
    InstrumentationProvider throwing =
        other(
            provider::attach,
            request -> {
              throw new IllegalStateException("out of order");
            });
    ContractTarget good = programs.start();
    try (IrlPerformer own = IrlPerformer.of(throwing)) {
      IrlAnswer answer =
          own.perform(
              new Irl(
                  List.of(ProcessSelector.Launch.of("solver"), new ProcessSelector.Pid(good.pid())),
                  List.of(new IrlRequest.Attach())));
      assertThat(answer.notFound())
          .singleElement()
          .satisfies(refusal -> assertThat(refusal.toString()).contains("SYSTEM", "out of order"));
      assertThat(answer(answer, 0, 0)).isInstanceOf(RequestAnswer.Attached.class);
    }
  }

  private static InstrumentationProvider attaching(
      LongFunction<Outcome<InstrumentedProcess>> attach) {
    return other(attach, request -> Outcome.refused(RefusalCode.UNSUPPORTED, "launches nothing"));
  }

  private static InstrumentationProvider other(
      LongFunction<Outcome<InstrumentedProcess>> attach,
      Function<LaunchRequest, Outcome<InstrumentedProcess>> launch) {
    return new InstrumentationProvider() {
      @Override
      public String name() {
        return "other";
      }

      @Override
      public Optional<Refusal> unavailable() {
        return Optional.empty();
      }

      @Override
      public List<TargetProcess> processes() {
        return List.of();
      }

      @Override
      public Outcome<InstrumentedProcess> attach(long pid) {
        return attach.apply(pid);
      }

      @Override
      public Outcome<InstrumentedProcess> launch(LaunchRequest request) {
        return launch.apply(request);
      }
    };
  }
}
