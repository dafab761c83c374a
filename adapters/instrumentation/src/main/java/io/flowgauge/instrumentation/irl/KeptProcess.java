package io.flowgauge.instrumentation.irl;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.TargetProcess;
import java.util.Optional;
import java.util.function.Function;

/**
 * A process that a performer keeps from one document to the next. Callers hold its lock; {@link
 * #isAttached} needs none.
 */
final class KeptProcess {
  private final long pid;
  private final InstrumentationProvider provider;

  /** The process as it was when it was requested or attached to. */
  private TargetProcess process;

  private final KeptChanges changes = new KeptChanges();

  /** Null while not attached. */
  private volatile InstrumentedProcess attached;

  /** The program, if it was started for a document and has not been released. */
  private Optional<LaunchedProgram> launched = Optional.empty();

  /** Present from the first request for the load while the process is attached. */
  private Optional<ThreadTimes> times = Optional.empty();

  KeptProcess(TargetProcess process, InstrumentationProvider provider) {
    this.pid = process.pid();
    this.process = process;
    this.provider = provider;
  }

  KeptProcess(LaunchedProgram launched, InstrumentationProvider provider) {
    this(launched.process().process(), provider);
    this.launched = Optional.of(launched);
    this.attached = launched.process();
  }

  boolean isAttached() {
    return attached != null;
  }

  TargetProcess process() {
    return process;
  }

  /**
   * Performs a request. If the provider throws instead of refusing, only this request is refused.
   */
  RequestAnswer perform(IrlRequest request) {
    try {
      return answer(request);
    } catch (RuntimeException e) {
      return new RequestAnswer.Refused(
          request.kind(),
          new Refusal(
              RefusalCode.SYSTEM,
              "provider " + provider.name() + " failed on process " + pid + ": " + e));
    }
  }

  private RequestAnswer answer(IrlRequest request) {
    if (request instanceof IrlRequest.Attach) {
      return attach();
    }
    if (attached == null) {
      return new RequestAnswer.Refused(
          request.kind(),
          new Refusal(
              RefusalCode.DETACHED,
              "process " + pid + " is not attached; begin with an attach request"));
    }
    return request instanceof IrlRequest.Detach
        ? detach(attached)
        : performOnProcess(request, attached);
  }

  private RequestAnswer performOnProcess(IrlRequest request, InstrumentedProcess process) {
    if (request instanceof IrlRequest.GetSir sir) {
      return toAnswer(request, process.structure(sir.filter()), RequestAnswer.Sir::new);
    }
    if (request instanceof IrlRequest.Instrument instrument) {
      return toAnswer(
          request, process.instrument(instrument.sensors()), RequestAnswer.Instrumented::new);
    }
    if (request instanceof IrlRequest.Deinstrument out) {
      return toAnswer(
          request, process.deinstrument(out.regions()), RequestAnswer.Deinstrumented::new);
    }
    if (request instanceof IrlRequest.GetProfile) {
      return new RequestAnswer.Profiled(process.profile());
    }
    if (request instanceof IrlRequest.GetLoad) {
      times = times.or(() -> Optional.of(new ThreadTimes(pid)));
      return toAnswer(request, times.get().look(), RequestAnswer.Loaded::new);
    }
    if (request instanceof IrlRequest.Resume) {
      return toAnswer(request, process.resume(), RequestAnswer.Resumed::new);
    }
    if (request instanceof IrlRequest.GetOutput || request instanceof IrlRequest.Terminate) {
      return launched
          .map(program -> performOnProgram(request, program))
          .orElseGet(() -> notLaunched(request));
    }
    return performChange(request, process);
  }

  private static RequestAnswer performOnProgram(IrlRequest request, LaunchedProgram program) {
    return request instanceof IrlRequest.GetOutput output
        ? toAnswer(request, program.output(output), RequestAnswer.Output::new)
        : new RequestAnswer.Terminated(program.terminate());
  }

  private RequestAnswer notLaunched(IrlRequest request) {
    return new RequestAnswer.Refused(
        request.kind(),
        new Refusal(
            RefusalCode.UNSUPPORTED,
            "process " + pid + " was not started by a document, or has since been detached"));
  }

  private RequestAnswer performChange(IrlRequest request, InstrumentedProcess process) {
    if (request instanceof IrlRequest.MakeChange change) {
      return changes.make(change, process);
    }
    if (request instanceof IrlRequest.UndoChange undo) {
      return changes.undo(undo, process);
    }
    if (request instanceof IrlRequest.GetChanges) {
      return changes.all();
    }
    throw new IllegalStateException("unknown request " + request);
  }

  private static <T> RequestAnswer toAnswer(
      IrlRequest request, Outcome<T> outcome, Function<T, RequestAnswer> answer) {
    return outcome
        .refusal()
        .<RequestAnswer>map(refusal -> new RequestAnswer.Refused(request.kind(), refusal))
        .orElseGet(() -> answer.apply(outcome.orThrow()));
  }

  /**
   * Attaches, if that is still necessary. The id of a process that has ended may belong to another
   * process now. The id of a program that was started here belongs to that program until it is
   * released.
   */
  private RequestAnswer attach() {
    if (attached != null && launched.isEmpty() && !attached.status().isAlive()) {
      close();
    }
    if (attached != null) {
      return new RequestAnswer.Attached(attached.status());
    }
    Outcome<InstrumentedProcess> outcome = provider.attach(pid);
    outcome.value().ifPresent(this::keep);
    return toAnswer(
        new IrlRequest.Attach(), outcome, found -> new RequestAnswer.Attached(found.status()));
  }

  private void keep(InstrumentedProcess found) {
    attached = found;
    process = found.process();
  }

  private RequestAnswer detach(InstrumentedProcess found) {
    Outcome<ProcessStatus> outcome =
        launched.map(LaunchedProgram::release).orElseGet(found::detach);
    if (outcome.refusal().isEmpty()) {
      forget();
    }
    return toAnswer(new IrlRequest.Detach(), outcome, RequestAnswer.Detached::new);
  }

  private void forget() {
    attached = null;
    launched = Optional.empty();
    changes.forget();
    times = Optional.empty();
  }

  /** Detaches, even if the provider fails to. */
  void close() {
    InstrumentedProcess found = attached;
    Optional<LaunchedProgram> program = launched;
    forget();
    if (found != null) {
      try {
        program.ifPresent(LaunchedProgram::release);
        found.close();
      } catch (RuntimeException e) {
        System.getLogger(KeptProcess.class.getName())
            .log(System.Logger.Level.WARNING, "cannot detach from process " + pid, e);
      }
    }
  }
}
