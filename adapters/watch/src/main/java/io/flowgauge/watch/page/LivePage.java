package io.flowgauge.watch.page;

import io.flowgauge.live.LiveMonitor;
import java.net.URI;
import java.util.Objects;

/**
 * A page of the runs that a monitor watches, served over HTTP until it is closed. It also accepts
 * posts of engines to the installed {@linkplain io.flowgauge.live.RunReceiver receivers}.
 *
 * <pre>{@code
 * try (LivePage page = LivePage.of(monitor).port(8080).open()) {
 *   System.out.println("watch at " + page.address());
 *   ...
 * }
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class LivePage implements AutoCloseable {
  private final PageServer server;

  LivePage(PageServer server) {
    this.server = server;
  }

  /**
   * Starts the configuration of a page.
   *
   * @param monitor watches the runs; it stays open when the page is closed
   * @return a builder; by default, the page uses any free port and can be reached only from this
   *     machine
   */
  public static LivePageBuilder of(LiveMonitor monitor) {
    return new LivePageBuilder(Objects.requireNonNull(monitor, "monitor"));
  }

  /**
   * The address of the page.
   *
   * @return the address of the list of runs
   */
  public URI address() {
    return server.address();
  }

  /** Ends all connections and frees the port. */
  @Override
  public void close() {
    server.close();
  }

  @Override
  public String toString() {
    return "LivePage[" + address() + "]";
  }
}
