package io.flowgauge.watch.page;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Request;

/**
 * Closes connections on which no request is being answered for too long, because a client sends a
 * header byte by byte or keeps the connection open.
 */
final class ConnectionGuard extends PageThread implements Connection.Listener {
  private static final long ROUND_MILLIS = 500;

  private final Duration patience;

  /**
   * When each connection became idle; connections whose requests are being answered are missing.
   */
  private final Map<Connection, Long> idle = new ConcurrentHashMap<>();

  ConnectionGuard(Duration patience) {
    super("flowgauge-page-guard");
    this.patience = patience;
  }

  @Override
  public void onOpened(Connection connection) {
    if (!(connection instanceof SslConnection)) { // The connection inside it is watched instead.
      idle.put(connection, System.nanoTime());
    }
  }

  @Override
  public void onClosed(Connection connection) {
    idle.remove(connection);
  }

  /** Exempts the connection of a request until the request has been answered. */
  void answering(Request request) {
    Connection connection = request.getConnectionMetaData().getConnection();
    idle.remove(connection);
    Request.addCompletionListener(
        request,
        failure -> {
          if (connection.getEndPoint().isOpen()) {
            idle.put(connection, System.nanoTime());
          }
        });
  }

  @Override
  long work() {
    long now = System.nanoTime();
    idle.forEach(
        (connection, since) -> {
          if (now - since > patience.toNanos() && idle.remove(connection, since)) {
            connection.getEndPoint().close();
          }
        });
    return ROUND_MILLIS;
  }
}
