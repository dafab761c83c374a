package io.flowgauge.sites.node;

import java.util.concurrent.ThreadFactory;

/** Threads that let the process end. Stateless. */
final class Daemon {
  private Daemon() {}

  static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, "flowgauge-sites-" + name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
