package io.flowgauge.activation;

import io.netty.util.concurrent.EventExecutorGroup;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** The resources of a service, released in reverse order. Thread-safe. */
final class ServiceResources implements Closeable {
  private static final long CLOSE_SECONDS = 10;

  private final Deque<Closeable> open = new ArrayDeque<>();

  synchronized <T extends Closeable> T add(T resource) {
    open.push(resource);
    return resource;
  }

  synchronized <T extends EventExecutorGroup> T addGroup(T group) {
    open.push(() -> shutDown(group));
    return group;
  }

  /** Shuts a group down, and waits until its threads have ended. */
  static void shutDown(EventExecutorGroup group) {
    group
        .shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
  }

  /** Closes a resource after a failure, to which a failure to close it is added. */
  static void closeAfter(Exception cause, Closeable what) {
    try {
      what.close();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    IOException failure = null;
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
