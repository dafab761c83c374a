package io.flowgauge.instrumentation.jvm;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RefusalCode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Attaches on daemon threads, because the attach API waits for a stopped virtual machine until it
 * continues, and cannot be interrupted. Callers wait up to a limit and no longer. Thread-safe.
 */
final class AttachThreads {
  /**
   * The threads whose callers have given up, by process. A thread ends when its process continues
   * or ends.
   */
  private static final Map<Long, Thread> LATE = new ConcurrentHashMap<>();

  private final Duration longest;

  AttachThreads(Duration longest) {
    this.longest = longest;
  }

  /**
   * Attaches to a process, unless it takes too long or the caller is interrupted.
   *
   * @param how attaches; an attachment that comes too late is closed
   */
  Outcome<InstrumentedProcess> attach(long pid, Supplier<Outcome<InstrumentedProcess>> how) {
    long deadline = System.nanoTime() + longest.toNanos();
    try {
      return isStillTried(pid, deadline) ? noAnswer(pid) : attach(pid, how, deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Outcome.refused(
          RefusalCode.NO_ATTACH, "attaching to " + ProcFiles.describe(pid) + " was interrupted");
    }
  }

  /**
   * Waits for an earlier attempt and returns whether it is still under way, so that only one thread
   * waits for a stopped process however often it is tried.
   */
  private static boolean isStillTried(long pid, long deadline) throws InterruptedException {
    Thread former = LATE.get(pid);
    if (former == null) {
      return false;
    }
    TimeUnit.NANOSECONDS.timedJoin(former, deadline - System.nanoTime());
    return former.isAlive();
  }

  private Outcome<InstrumentedProcess> attach(
      long pid, Supplier<Outcome<InstrumentedProcess>> how, long deadline)
      throws InterruptedException {
    CompletableFuture<Outcome<InstrumentedProcess>> outcome = new CompletableFuture<>();
    Thread thread = new Thread(() -> run(pid, how, outcome), "flowgauge-attach-" + pid);
    thread.setDaemon(true);
    thread.start();
    try {
      return outcome.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      giveUp(pid, thread, outcome);
      return outcome.exceptionally(none -> noAnswer(pid)).join();
    } catch (InterruptedException e) {
      giveUp(pid, thread, outcome);
      if (!outcome.isCompletedExceptionally()) {
        outcome.join().value().ifPresent(InstrumentedProcess::close);
      }
      throw e;
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot attach to " + ProcFiles.describe(pid), e.getCause());
    }
  }

  private static void run(
      long pid,
      Supplier<Outcome<InstrumentedProcess>> how,
      CompletableFuture<Outcome<InstrumentedProcess>> outcome) {
    try {
      Outcome<InstrumentedProcess> made = how.get();
      if (!outcome.complete(made)) {
        made.value().ifPresent(InstrumentedProcess::close);
      }
    } catch (RuntimeException | Error e) {
      outcome.completeExceptionally(e);
    } finally {
      LATE.remove(pid, Thread.currentThread());
    }
  }

  private void giveUp(
      long pid, Thread thread, CompletableFuture<Outcome<InstrumentedProcess>> outcome) {
    LATE.put(pid, thread);
    if (outcome.complete(noAnswer(pid))) {
      thread.interrupt(); // Once the process answers, no agent is loaded.
    } else {
      LATE.remove(pid, thread); // The outcome came at the last moment.
    }
  }

  private Outcome<InstrumentedProcess> noAnswer(long pid) {
    return Outcome.refused(
        RefusalCode.NO_ATTACH,
        ProcFiles.describe(pid)
            + " did not answer within "
            + longest.toSeconds()
            + " s; if it is stopped, continue it and attach again");
  }
}
