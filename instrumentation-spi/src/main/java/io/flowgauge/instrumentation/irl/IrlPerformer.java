package io.flowgauge.instrumentation.irl;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * Performs documents of requests on many processes at once, and keeps what it has attached to from
 * one document to the next. What fails in one process, or throws, never touches the others: it is
 * that process's answer.
 *
 * <p>It is the Mutator Instance of [Truong] §3.1: {@code createMutatorInstance} is {@link #of},
 * {@code performIRL} is {@link #perform}, {@code getProfilingData} a document with {@link
 * IrlRequest.GetProfile}, {@code getUserProcess} is {@link #processes()}, {@code ping} is {@link
 * #ping()}, {@code destroyInstance} is {@link #close()}. Like an MI it works with the rights of the
 * user it runs as. With {@code io.flowgauge.instrumentation.xml.IrlXml} and {@code AnswerXml} both
 * sides are XML:
 *
 * <pre>{@code
 * AnswerXml.write(performer.perform(IrlXml.read(in, "request.xml")), out);
 * }</pre>
 *
 * Thread-safe; documents performed at the same time take turns in a process they share.
 */
public final class IrlPerformer implements AutoCloseable {
  /** Processes are stopped for less than a millisecond: more threads would only wait for others. */
  private static final int THREADS = 16;

  private final InstrumentationProvider provider;
  private final Function<ProcessPattern, Outcome<List<TargetProcess>>> finder;
  private final Map<Long, KeptProcess> kept = new ConcurrentHashMap<>();
  private volatile boolean closed;

  IrlPerformer(
      InstrumentationProvider provider,
      Function<ProcessPattern, Outcome<List<TargetProcess>>> finder) {
    this.provider = Objects.requireNonNull(provider, "provider");
    this.finder = finder;
  }

  /**
   * A performer that has attached to nothing yet.
   *
   * @param provider what it instruments with
   * @return the performer, to be closed
   */
  public static IrlPerformer of(InstrumentationProvider provider) {
    return new IrlPerformer(provider, ProcessPattern::find);
  }

  /**
   * Processes that could be attached to.
   *
   * @return those the provider lists
   */
  public List<TargetProcess> processes() {
    return provider.processes();
  }

  /**
   * Whether it would work.
   *
   * @return the name of its provider; or why that does not work here
   */
  public Outcome<String> ping() {
    if (closed) {
      return Outcome.refused(RefusalCode.DETACHED, "the performer was closed; make another one");
    }
    return provider
        .unavailable()
        .<Outcome<String>>map(Outcome.Refused::new)
        .orElseGet(() -> Outcome.done(provider.name()));
  }

  /**
   * Performs a document: in every process it names all its requests in order, on many processes at
   * once. A request that is refused does not keep the ones after it from being tried.
   *
   * @param document which processes, and what
   * @return what became of it, of each process and request
   * @throws IllegalStateException if the performer was closed
   */
  public IrlAnswer perform(Irl document) {
    if (closed) {
      throw new IllegalStateException("the performer was closed");
    }
    List<Refusal> notFound = new ArrayList<>();
    Map<Long, TargetProcess> targets = find(document.processes(), notFound);
    return new IrlAnswer(notFound, perform(document.requests(), List.copyOf(targets.values())));
  }

  /** The processes by number, each once, in the order of the selectors. */
  private Map<Long, TargetProcess> find(List<ProcessSelector> selectors, List<Refusal> notFound) {
    Map<Long, TargetProcess> found = new LinkedHashMap<>();
    for (ProcessSelector selector : selectors) {
      if (selector instanceof ProcessSelector.Pid pid) {
        found.putIfAbsent(pid.pid(), TargetProcess.builder(pid.pid(), "").build());
      } else if (selector instanceof ProcessSelector.Matching matching) {
        find(matching.pattern(), found, notFound);
      } else {
        throw new IllegalStateException("unknown selector " + selector);
      }
    }
    return found;
  }

  private void find(
      ProcessPattern pattern, Map<Long, TargetProcess> found, List<Refusal> notFound) {
    Outcome<List<TargetProcess>> outcome = finder.apply(pattern);
    outcome.refusal().ifPresent(notFound::add);
    List<TargetProcess> matching = outcome.value().orElse(List.of());
    if (outcome.refusal().isEmpty() && matching.isEmpty()) {
      notFound.add(
          new Refusal(
              RefusalCode.NO_PROCESS,
              "no process matches " + pattern + "; it may have ended, or not have started yet"));
    }
    matching.forEach(process -> found.putIfAbsent(process.pid(), process));
  }

  private List<ProcessAnswer> perform(List<IrlRequest> requests, List<TargetProcess> targets) {
    if (targets.size() <= 1) {
      return targets.stream().map(target -> perform(requests, target)).toList();
    }
    ExecutorService threads = Executors.newFixedThreadPool(Math.min(THREADS, targets.size()));
    try {
      List<Future<ProcessAnswer>> running = new ArrayList<>();
      for (TargetProcess target : targets) {
        running.add(threads.submit(() -> perform(requests, target)));
      }
      return running.stream().map(IrlPerformer::join).toList();
    } finally {
      threads.shutdown();
    }
  }

  /** Waits although the thread is told to end: the processes must not stay half instrumented. */
  private static ProcessAnswer join(Future<ProcessAnswer> running) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return running.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw new IllegalStateException("a process's requests ended unexpectedly", e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private ProcessAnswer perform(List<IrlRequest> requests, TargetProcess target) {
    while (true) {
      KeptProcess process =
          kept.computeIfAbsent(target.pid(), pid -> new KeptProcess(target, provider));
      synchronized (process) {
        // Who had it before may have let the process go, and it with that.
        if (kept.get(target.pid()) == process) {
          return perform(requests, process);
        }
      }
    }
  }

  private ProcessAnswer perform(List<IrlRequest> requests, KeptProcess process) {
    List<RequestAnswer> answers = requests.stream().map(process::perform).toList();
    if (closed) {
      process.close();
    }
    if (!process.isAttached()) {
      kept.remove(process.process().pid(), process);
    }
    return new ProcessAnswer(process.process(), answers);
  }

  /**
   * Detaches from every process it has attached to: all sensors come out. Further calls do nothing.
   */
  @Override
  public void close() {
    closed = true;
    for (KeptProcess process : List.copyOf(kept.values())) {
      synchronized (process) {
        process.close();
        kept.remove(process.process().pid(), process);
      }
    }
  }

  @Override
  public String toString() {
    long attached = kept.values().stream().filter(KeptProcess::isAttached).count();
    return "IrlPerformer[" + provider.name() + ", " + attached + " processes attached to]";
  }
}
