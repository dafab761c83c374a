package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.RefusalCode;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs code of the program on a separate thread, because it may never return. Stateless. */
final class CallThread {
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private CallThread() {}

  /**
   * Runs code, and waits until it has ended.
   *
   * @param loader the thread's context class loader
   * @param what the code is, for the message
   * @throws ChangeRefused if it fails, or does not end in time
   */
  static <T> T run(Callable<T> code, ClassLoader loader, String what) throws ChangeRefused {
    FutureTask<T> task = new FutureTask<>(code);
    Thread thread = new Thread(null, task, "flowgauge-call", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(loader);
    thread.start();
    try {
      return task.get(LONGEST.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw failed(
          what + " did not return within " + LONGEST.toSeconds() + " s, and is still running");
    } catch (ExecutionException e) {
      throw failed(what + " threw " + cause(e).getClass().getName());
    } catch (InterruptedException e) {
      throw failed("the agent was interrupted");
    }
  }

  /**
   * Returns what the code threw. Only its class may be inspected: calling its methods would run
   * program code.
   */
  private static Throwable cause(ExecutionException e) {
    Throwable cause = e.getCause();
    return cause instanceof InvocationTargetException thrown ? thrown.getTargetException() : cause;
  }

  private static ChangeRefused failed(String message) {
    return new ChangeRefused(RefusalCode.CALL_FAILED, message);
  }
}
