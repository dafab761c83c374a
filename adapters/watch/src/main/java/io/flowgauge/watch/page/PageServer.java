package io.flowgauge.watch.page;

import io.flowgauge.live.LiveMonitor;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http.UriCompliance.Violation;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The HTTP server, with limits on what a client can use. */
final class PageServer implements Closeable {
  private static final int MOST_THREADS = 24;
  private static final int MOST_CONNECTIONS = 1_000;
  private static final int LONGEST_HEADER = 8 * 1024;
  private static final long IDLE_MILLIS = 30_000;

  private final Server server;
  private final ServerConnector connector;
  private final PageSettings settings;
  private final EventHub events;
  private final Analyst analyst;
  private final ConnectionGuard guard;
  private final Receivers receivers;

  private PageServer(LiveMonitor monitor, PageSettings settings) throws IOException {
    this.settings = settings;
    guard = new ConnectionGuard(settings.patience());
    QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS);
    threads.setName("flowgauge-page");
    threads.setDaemon(true);
    server = new Server(threads);
    connector = new ServerConnector(server, 1, 1, factories());
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    connector.setIdleTimeout(IDLE_MILLIS);
    connector.addBean(guard);
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, server));
    analyst = new Analyst(monitor);
    events = new EventHub(monitor, analyst);
    receivers = new Receivers(monitor, settings.patience());
    Routes routes = new Routes(monitor, events, receivers, new RunDocuments(analyst));
    server.setHandler(new Gate(settings, guard, routes));
  }

  static PageServer open(LiveMonitor monitor, PageSettings settings) throws IOException {
    PageServer made = new PageServer(monitor, settings);
    try {
      made.server.start();
    } catch (IOException e) { // Jetty's message says where, and that of its cause says why.
      made.stop();
      String why = e.getCause() == null ? "" : ": " + e.getCause().getMessage();
      throw new IOException("the page could not be opened: " + e.getMessage() + why, e);
    } catch (Exception e) { // Jetty may throw anything.
      made.stop();
      throw new IOException("the page could not be opened: " + e.getMessage(), e);
    }
    made.analyst.start();
    made.events.listen();
    made.guard.start();
    return made;
  }

  private ConnectionFactory[] factories() {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(LONGEST_HEADER);
    // Ids of runs are paths, so their slashes are escaped; routes compare escaped paths.
    http.setUriCompliance(
        UriCompliance.DEFAULT.with(
            "ids of runs",
            Violation.AMBIGUOUS_PATH_SEPARATOR,
            Violation.AMBIGUOUS_PATH_ENCODING,
            Violation.AMBIGUOUS_PATH_PARAMETER,
            Violation.SUSPICIOUS_PATH_CHARACTERS));
    HttpConnectionFactory plain = new HttpConnectionFactory(http);
    if (settings.key().isEmpty()) {
      return new ConnectionFactory[] {plain};
    }
    http.addCustomizer(new SecureRequestCustomizer(false));
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setKeyStore(settings.key().get().store());
    tls.setKeyStorePassword(settings.key().get().password());
    return new ConnectionFactory[] {
      new SslConnectionFactory(tls, plain.getProtocol()), plain,
    };
  }

  URI address() {
    String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
    String scheme = settings.key().isPresent() ? "https" : "http";
    return URI.create(scheme + "://" + host + ":" + connector.getLocalPort() + "/");
  }

  @Override
  public void close() {
    List.of(events, analyst, guard).forEach(PageThread::end);
    stop();
    receivers.settle();
  }

  private void stop() {
    try {
      server.stop();
    } catch (Exception e) { // Jetty declares Exception; in any case, nothing is served any longer.
      server.destroy();
    }
  }
}
