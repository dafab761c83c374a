package io.flowgauge.sites;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A relay that forwards connections to a port until they are cut. */
final class CuttingRelay implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final int to;

  CuttingRelay(int to) throws IOException {
    this.to = to;
    start(this::accept);
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  String address() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket in = server.accept();
        open.add(in);
        try {
          Socket out = new Socket(InetAddress.getLoopbackAddress(), to);
          open.add(out);
          start(() -> copy(in, out));
          start(() -> copy(out, in));
        } catch (IOException e) {
          in.close();
        }
      }
    } catch (IOException e) {
      return; // Closed.
    }
  }

  private static void copy(Socket from, Socket to) {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException e) {
      return; // Cut.
    }
  }

  /** Cuts all connections. */
  void cut() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
    open.clear();
  }

  @Override
  public void close() throws IOException {
    server.close();
    cut();
  }
}
