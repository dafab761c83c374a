package io.flowgauge.sites.thread;

import java.util.concurrent.ThreadFactory;

/** Makes daemon threads, which do not keep the process alive. Stateless. */
public final class Daemon {
  private Daemon() {}

  /** Returns a factory of threads with a given name. */
  public static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, "flowgauge-sites-" + name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
