package io.flowgauge.cli.watch;

import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.watch.page.LivePage;
import java.io.Closeable;
import java.io.IOException;

/** Serves the page of a monitor at the port that --page names. Stateless. */
public final class ServedPage {
  private static final int MOST_PORT = 65_535;

  private ServedPage() {}

  /** Refuses an invalid port. */
  public static void check(Integer port) {
    if (port != null && (port < 0 || port > MOST_PORT)) {
      throw new WrongUsageException("--page must be 0 to " + MOST_PORT + ", but is " + port);
    }
  }

  /**
   * Serves the page and reports its address, if a port is given; closing the result closes the
   * page.
   */
  public static Closeable open(Integer port, LiveMonitor monitor, Session session)
      throws IOException {
    check(port);
    if (port == null) {
      return () -> {};
    }
    LivePage opened = LivePage.of(monitor).port(port).open();
    session.say("the page is at " + opened.address());
    return opened::close;
  }
}
