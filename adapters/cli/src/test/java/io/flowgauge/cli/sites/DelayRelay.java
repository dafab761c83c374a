package io.flowgauge.cli.sites;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A relay that forwards connections to an address and delays every byte, like a distant network.
 */
final class DelayRelay implements AutoCloseable {
  private static final int LARGEST = 1 << 16;

  private final ServerSocket server;
  private final InetSocketAddress to;
  private final long delayNanos;
  private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

  /** Bytes and the time at which they are due; empty at the end of the stream. */
  private record Chunk(ByteBuffer bytes, long dueNanos) {}

  DelayRelay(InetAddress at, InetSocketAddress to, Duration delay) throws IOException {
    server = new ServerSocket(0, 100, at);
    this.to = to;
    this.delayNanos = delay.toNanos();
    start(this::accept);
  }

  private static void start(Action action) {
    Thread thread =
        new Thread(
            () -> {
              try {
                action.run();
              } catch (IOException e) {
                return; // One side has hung up.
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private interface Action {
    void run() throws IOException, InterruptedException;
  }

  int port() {
    return server.getLocalPort();
  }

  private void accept() throws IOException {
    while (true) {
      Socket from = server.accept();
      Socket there = new Socket();
      open.add(from);
      open.add(there);
      from.setTcpNoDelay(true);
      there.setTcpNoDelay(true);
      try {
        there.connect(to);
      } catch (IOException e) {
        from.close();
        continue;
      }
      pass(from, there);
      pass(there, from);
    }
  }

  private void pass(Socket from, Socket there) {
    BlockingQueue<Chunk> underWay = new LinkedBlockingQueue<>();
    start(() -> read(from, underWay));
    start(() -> write(underWay, there));
  }

  private void read(Socket from, BlockingQueue<Chunk> underWay) throws IOException {
    try {
      InputStream in = from.getInputStream();
      byte[] buffer = new byte[LARGEST];
      for (int size = in.read(buffer); size >= 0; size = in.read(buffer)) {
        ByteBuffer bytes = ByteBuffer.wrap(Arrays.copyOf(buffer, size));
        underWay.add(new Chunk(bytes, System.nanoTime() + delayNanos));
      }
    } finally {
      underWay.add(new Chunk(ByteBuffer.allocate(0), System.nanoTime() + delayNanos));
    }
  }

  private static void write(BlockingQueue<Chunk> underWay, Socket to)
      throws IOException, InterruptedException {
    OutputStream out = to.getOutputStream();
    for (Chunk one = underWay.take(); one.bytes().hasRemaining(); one = underWay.take()) {
      long left = one.dueNanos() - System.nanoTime();
      if (left > 0) {
        Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
      }
      out.write(one.bytes().array());
    }
    to.close();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket one : open) {
      one.close();
    }
  }
}
