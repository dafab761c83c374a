package io.flowgauge.log.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** A receiver that appends what it receives to a file, unless told to stop reading. */
final class Receiver implements AutoCloseable {
  private static final int SMALL = 1 << 14;

  private final ServerSocketChannel server;
  private final Path file;
  private final AtomicLong received = new AtomicLong();
  private final Thread thread = new Thread(this::run, "receiver");
  private volatile CountDownLatch reading = new CountDownLatch(0);
  private volatile SocketChannel current;

  private Receiver(StandardProtocolFamily family, SocketAddress address, Path file)
      throws IOException {
    this.file = file;
    server = ServerSocketChannel.open(family);
    if (family != StandardProtocolFamily.UNIX) {
      server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      server.setOption(StandardSocketOptions.SO_RCVBUF, SMALL);
    }
    server.bind(address);
    thread.setDaemon(true);
    thread.start();
  }

  static Receiver tcp(Path file) throws IOException {
    return tcp(0, file);
  }

  static Receiver tcp(int port, Path file) throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    return new Receiver(StandardProtocolFamily.INET, address, file);
  }

  static Receiver unix(Path socket, Path file) throws IOException {
    return new Receiver(StandardProtocolFamily.UNIX, UnixDomainSocketAddress.of(socket), file);
  }

  int port() throws IOException {
    return ((InetSocketAddress) server.getLocalAddress()).getPort();
  }

  String to() throws IOException {
    return server.getLocalAddress() instanceof UnixDomainSocketAddress address
        ? "unix:" + address.getPath()
        : "tcp://127.0.0.1:" + port();
  }

  private void run() {
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    try (FileChannel out =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
      while (true) {
        try (SocketChannel in = server.accept()) {
          current = in;
          copy(in, buffer, out);
        }
      }
    } catch (ClosedChannelException e) {
      return; // Closed.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void copy(SocketChannel in, ByteBuffer buffer, FileChannel out) throws IOException {
    try {
      reading.await();
      while (in.read(buffer.clear()) >= 0) {
        received.addAndGet(out.write(buffer.flip()));
        reading.await();
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  long received() {
    return received.get();
  }

  void stopReading() {
    reading = new CountDownLatch(1);
  }

  void goOn() {
    reading.countDown();
  }

  /** Waits until the other side has closed its connection and all of it is in the file. */
  void awaitEnd() throws InterruptedException, IOException {
    goOn();
    while (current == null || current.isOpen()) {
      Thread.sleep(1);
    }
  }

  /** Closes the connection from the receiver's side. */
  @Override
  public void close() throws IOException {
    goOn();
    server.close();
    if (current != null) {
      current.close();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
