package io.flowgauge.sites.thread;

import java.util.concurrent.ThreadFactory;

/** Threads that let the process end. Stateless. */
public final class Daemon {
  private Daemon() {}

  /** Makes threads of a name. */
  public static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, "flowgauge-sites-" + name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
