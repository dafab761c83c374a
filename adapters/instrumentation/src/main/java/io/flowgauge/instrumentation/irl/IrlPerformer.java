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
 * Performs documents of requests on many processes at once, and stays attached to them from one
 * document to the next. A failure or exception in one process becomes that process's answer and
 * never affects the others.
 *
 * <p>It is the Mutator Instance of [Truong] §3.1: {@code createMutatorInstance} is {@link #of},
 * {@code performIRL} is {@link #perform}, {@code getProfilingData} a document with {@link
 * IrlRequest.GetProfile}, {@code getUserProcess} is {@link #processes()}, {@code ping} is {@link
 * #ping()}, {@code destroyInstance} is {@link #close()}. Like a Mutator Instance it has the rights
 * of the user it runs as. With {@code io.flowgauge.instrumentation.xml.IrlXml} and {@code
 * AnswerXml} both requests and answers are XML:
 *
 * <pre>{@code
 * AnswerXml.write(performer.perform(IrlXml.read(in, "request.xml")), out);
 * }</pre>
 *
 * Thread-safe; documents performed at the same time take turns in a process they share.
 */
public final class IrlPerformer implements AutoCloseable {
  /**
   * Processes are stopped for less than a millisecond: more threads would only wait for one
   * another.
   */
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
   * Makes a performer that is not attached to any process yet.
   *
   * @param provider the provider to instrument with
   * @return the performer, which the caller closes
   */
  public static IrlPerformer of(InstrumentationProvider provider) {
    return new IrlPerformer(provider, ProcessPattern::find);
  }

  /**
   * Returns the processes that can be attached to.
   *
   * @return the processes that the provider lists
   */
  public List<TargetProcess> processes() {
    return provider.processes();
  }

  /**
   * Whether its provider works here.
   *
   * @return the name of its provider, or why the provider does not work here
   */
  public Outcome<String> ping() {
    if (closed) {
      return Outcome.refused(RefusalCode.DETACHED, "the performer was closed; create another one");
    }
    return provider
        .unavailable()
        .<Outcome<String>>map(Outcome.Refused::new)
        .orElseGet(() -> Outcome.done(provider.name()));
  }

  /**
   * Performs a document: all its requests, in order, in every process it names, on many processes
   * at once. After a refused request, the next ones are still tried.
   *
   * @param document the processes and the requests
   * @return the outcome of each request in each process
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

  /** Finds the processes by number, each once, in the order of the selectors. */
  private Map<Long, TargetProcess> find(List<ProcessSelector> selectors, List<Refusal> notFound) {
    Map<Long, TargetProcess> found = new LinkedHashMap<>();
    for (ProcessSelector selector : selectors) {
      if (selector instanceof ProcessSelector.Pid pid) {
        found.putIfAbsent(pid.pid(), TargetProcess.builder(pid.pid(), "").build());
      } else if (selector instanceof ProcessSelector.Matching matching) {
        find(matching.pattern(), found, notFound);
      } else if (selector instanceof ProcessSelector.Launch launch) {
        launch(launch, found, notFound);
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
      notFound.add(NotFound.of(pattern));
    }
    matching.forEach(process -> found.putIfAbsent(process.pid(), process));
  }

  private void launch(
      ProcessSelector.Launch launch, Map<Long, TargetProcess> found, List<Refusal> notFound) {
    Outcome<LaunchedProgram> outcome = LaunchedProgram.start(launch, provider);
    outcome.refusal().ifPresent(notFound::add);
    outcome
        .value()
        .ifPresent(
            program -> {
              TargetProcess process = program.process().process();
              KeptProcess earlier = kept.put(process.pid(), new KeptProcess(program, provider));
              found.put(process.pid(), process);
              if (earlier != null) {
                // The earlier process has ended, because its number was free again.
                synchronized (earlier) {
                  earlier.close();
                }
              }
            });
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

  /** Waits even if the thread is interrupted: the processes must not stay half instrumented. */
  private static ProcessAnswer join(Future<ProcessAnswer> running) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return running.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw new IllegalStateException(
              "the requests to a process ended unexpectedly", e.getCause());
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
        // The thread that held the lock before may have detached from the process and removed it.
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
   * Detaches from every process it is attached to, which removes all sensors. Closing again has no
   * effect.
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
