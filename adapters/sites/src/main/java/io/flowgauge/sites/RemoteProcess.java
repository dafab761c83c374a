package io.flowgauge.sites;

import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.InstrumentationException;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessLoad;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileListener;
import io.flowgauge.instrumentation.PushOptions;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.Structure;
import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.Subscription;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.irl.Irl;
import io.flowgauge.instrumentation.irl.IrlAnswer;
import io.flowgauge.instrumentation.irl.IrlRequest;
import io.flowgauge.instrumentation.irl.OutputPart;
import io.flowgauge.instrumentation.irl.ProcessAnswer;
import io.flowgauge.instrumentation.irl.ProcessSelector;
import io.flowgauge.instrumentation.irl.RequestAnswer;
import java.util.List;
import java.util.function.Function;

/**
 * A process at another place. Each call sends one IRL document. {@link #status()} is requested at
 * most once per {@value #PERIOD_NANOS} ns. Thread-safe.
 */
final class RemoteProcess implements InstrumentedProcess {
  private static final long PERIOD_NANOS = 500_000_000;
  private static final long PAUSE_MILLIS = 200;

  private final Sites sites;
  private final TargetProcess process;

  /**
   * Whether {@link #launch} started it; then it stands for the process until released, even after
   * an exec.
   */
  private final boolean isLaunched;

  /** Set when the release begins, so that other requests that fail meanwhile are not retried. */
  private volatile boolean isLeaving;

  private ProcessStatus status;
  private long asked = System.nanoTime();
  private Profile last;

  private RemoteProcess(
      Sites sites, TargetProcess process, ProcessStatus status, boolean isLaunched) {
    this.sites = sites;
    this.process = process;
    this.status = status;
    this.isLaunched = isLaunched;
  }

  /** Throws if the place refuses, or cannot be reached. */
  static RemoteProcess launch(Sites sites, ProcessSelector.Launch program) {
    ProcessAnswer answer = answer(sites, Irl.on(program).attach().build());
    ProcessStatus status =
        outcome(answer.answers().get(0), held -> ((RequestAnswer.Attached) held).status())
            .orThrow();
    return new RemoteProcess(sites, answer.process(), status, true);
  }

  static Outcome<InstrumentedProcess> attach(Sites sites, long pid) {
    try {
      ProcessAnswer answer = answer(sites, Irl.on(pid).attach().build());
      RequestAnswer first = answer.answers().get(0);
      return outcome(
          first,
          attached ->
              new RemoteProcess(
                  sites, answer.process(), ((RequestAnswer.Attached) attached).status(), false));
    } catch (InstrumentationException e) {
      return new Outcome.Refused<>(e.refusal());
    }
  }

  /** Throws if the place refuses, or cannot be reached. */
  private static ProcessAnswer answer(Sites sites, Irl document) {
    IrlAnswer answer = sites.perform(document);
    if (answer.processes().size() == 1) {
      return answer.processes().get(0);
    }
    throw new InstrumentationException(
        answer.refusals().stream()
            .findFirst()
            .orElseGet(
                () ->
                    new Refusal(
                        RefusalCode.ARGUMENT,
                        sites
                            + ": found answers of "
                            + answer.processes().size()
                            + " processes, expected an answer of one")));
  }

  private static <T> Outcome<T> outcome(RequestAnswer answer, Function<RequestAnswer, T> done) {
    return answer instanceof RequestAnswer.Refused refused
        ? new Outcome.Refused<>(refused.refusal())
        : Outcome.done(done.apply(answer));
  }

  <T> Outcome<T> ask(IrlRequest request, Function<RequestAnswer, T> done) {
    Outcome<List<RequestAnswer>> answers = ask(List.of(request));
    return answers.refusal().isPresent()
        ? new Outcome.Refused<>(answers.refusal().get())
        : outcome(answers.orThrow().get(0), done);
  }

  /**
   * Sends requests. For a program that was started, retries for the time of the lease while the
   * place cannot be reached, because the program's output and exit status would be lost otherwise.
   */
  private Outcome<List<RequestAnswer>> ask(List<IrlRequest> requests) {
    Irl.Builder document = Irl.on(process.pid());
    requests.forEach(document::request);
    long begun = System.nanoTime();
    while (true) {
      try {
        return Outcome.done(answer(sites, document.build()).answers());
      } catch (InstrumentationException e) {
        boolean isLate = System.nanoTime() - begun >= sites.lease().toNanos();
        boolean isOver = isLate || (isLeaving && !isDetach(requests));
        if (!isLaunched || isOver || e.refusal().code() != RefusalCode.SYSTEM || !pause()) {
          return new Outcome.Refused<>(e.refusal());
        }
      }
    }
  }

  private static boolean isDetach(List<IrlRequest> requests) {
    return requests.stream().allMatch(IrlRequest.Detach.class::isInstance);
  }

  /** Returns parts of the output of a program that was started; throws if they are unavailable. */
  List<OutputPart> output(List<IrlRequest> requests) {
    return ask(requests).orThrow().stream()
        .map(answer -> outcome(answer, part -> ((RequestAnswer.Output) part).part()).orThrow())
        .toList();
  }

  private static boolean pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public TargetProcess process() {
    return process;
  }

  /** Throws if the place cannot be reached, because then it is unknown whether the process runs. */
  @Override
  public synchronized ProcessStatus status() {
    boolean isOpen =
        status.isAlive() || (isLaunched && status.state() == ProcessStatus.State.EXECED);
    if (isOpen && System.nanoTime() - asked >= PERIOD_NANOS) {
      status =
          ask(new IrlRequest.Attach(), answer -> ((RequestAnswer.Attached) answer).status())
              .orThrow();
      asked = System.nanoTime();
    }
    return status;
  }

  @Override
  public Outcome<Structure> structure(StructureFilter filter) {
    return ask(new IrlRequest.GetSir(filter), answer -> ((RequestAnswer.Sir) answer).structure());
  }

  @Override
  public Outcome<SensorReport> check(SensorRequest request) {
    return Outcome.refused(
        RefusalCode.UNSUPPORTED, "sensors can be checked only on the machine of the process");
  }

  @Override
  public Outcome<SensorReport> instrument(SensorRequest request) {
    return ask(
        new IrlRequest.Instrument(request),
        answer -> ((RequestAnswer.Instrumented) answer).report());
  }

  @Override
  public Outcome<SensorReport> deinstrument(List<RegionPattern> regions) {
    return ask(
        new IrlRequest.Deinstrument(regions),
        answer -> ((RequestAnswer.Deinstrumented) answer).report());
  }

  @Override
  public Outcome<AppliedChange> change(Change change) {
    return ask(
        new IrlRequest.MakeChange(change),
        answer -> new RemoteChange(this, change, ((RequestAnswer.Changed) answer).made()));
  }

  @Override
  public Outcome<ProcessLoad> load() {
    return ask(new IrlRequest.GetLoad(), answer -> ((RequestAnswer.Loaded) answer).load());
  }

  /** Throws if the place cannot be reached. */
  @Override
  public synchronized Profile profile() {
    if (status.state() != ProcessStatus.State.DETACHED || last == null) {
      last =
          ask(new IrlRequest.GetProfile(), answer -> ((RequestAnswer.Profiled) answer).profile())
              .orThrow();
    }
    return last;
  }

  @Override
  public Subscription push(PushOptions options, ProfileListener listener) {
    throw new UnsupportedOperationException(
        "profiles cannot be pushed from another machine; call profile() instead");
  }

  @Override
  public synchronized Outcome<ProcessStatus> resume() {
    if (status.state() != ProcessStatus.State.STARTING) {
      return Outcome.done(status());
    }
    Outcome<ProcessStatus> outcome =
        ask(new IrlRequest.Resume(), answer -> ((RequestAnswer.Resumed) answer).status());
    status = outcome.value().orElse(status);
    return outcome;
  }

  @Override
  public Outcome<ProcessStatus> detach() {
    isLeaving = true;
    return detachIfAttached();
  }

  private synchronized Outcome<ProcessStatus> detachIfAttached() {
    if (status.state() == ProcessStatus.State.DETACHED) {
      return Outcome.done(status);
    }
    Outcome<ProcessStatus> outcome =
        ask(new IrlRequest.Detach(), answer -> ((RequestAnswer.Detached) answer).status());
    status = outcome.value().orElse(status);
    return outcome;
  }
}
