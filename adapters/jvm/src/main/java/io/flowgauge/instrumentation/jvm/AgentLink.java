package io.flowgauge.instrumentation.jvm;

import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.jvm.agent.core.AgentProtocol;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The provider's end of the socket. Every wait has a limit, and every length is checked. One
 * request at a time. Thread-safe.
 */
final class AgentLink implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration SLICE = Duration.ofMillis(50);

  /**
   * The agent's first message.
   *
   * @param pid its process id
   * @param counterFailure why calls are not timed by the processor's counter; empty if they are
   */
  record Hello(int version, long pid, boolean hasOtherInstrumenter, String counterFailure) {}

  /** Writes a request. */
  @FunctionalInterface
  interface Request {
    void write(DataOutputStream out) throws IOException;
  }

  private final SocketChannel channel;

  private AgentLink(SocketChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits for an agent to connect.
   *
   * @param server the socket it connects to
   * @param longest longest time to wait
   * @param hope whether an agent may still connect
   */
  static AgentLink accept(ServerSocketChannel server, Duration longest, BooleanSupplier hope)
      throws IOException {
    long deadline = System.nanoTime() + longest.toNanos();
    try (Selector selector = Selector.open()) {
      server.register(selector, SelectionKey.OP_ACCEPT);
      SocketChannel channel = server.accept();
      while (channel == null) {
        if (!hope.getAsBoolean() || System.nanoTime() - deadline > 0) {
          throw new EOFException("no agent has connected");
        }
        selector.select(SLICE.toMillis());
        selector.selectedKeys().clear();
        channel = server.accept();
      }
      channel.configureBlocking(false);
      return new AgentLink(channel);
    }
  }

  Hello hello() throws IOException {
    DataInputStream in = receive(System.nanoTime() + PATIENCE.toNanos());
    try {
      return hello(in);
    } catch (EOFException e) {
      throw new IOException("its first message ends early", e);
    }
  }

  private static Hello hello(DataInputStream in) throws IOException {
    if (in.readInt() != AgentProtocol.MAGIC) {
      throw new IOException("the process that connected is not an agent");
    }
    int version = in.readInt();
    long pid = in.readLong();
    boolean hasOtherInstrumenter = in.readBoolean();
    // A hello of another version may end here.
    return new Hello(
        version, pid, hasOtherInstrumenter, version == AgentProtocol.VERSION ? in.readUTF() : "");
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @return the answer, after its mark of success
   * @throws AgentFailure if the agent says that it did not perform the request
   */
  synchronized DataInputStream ask(int kind, Request request) throws IOException {
    if (!channel.isOpen()) {
      throw new IOException(
          "the connection was closed after an earlier request failed; detach, and attach again");
    }
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(kind);
    request.write(out);
    ByteBuffer message = ByteBuffer.allocate(Integer.BYTES + bytes.size());
    message.putInt(bytes.size()).put(bytes.toByteArray()).flip();
    while (message.hasRemaining()) {
      if (channel.write(message) == 0) {
        await(SelectionKey.OP_WRITE, deadline);
      }
    }
    DataInputStream in = receive(deadline);
    if (in.available() == 0) {
      throw new IOException("its answer is empty");
    }
    if (!in.readBoolean()) {
      throw new AgentFailure(refusal(in));
    }
    return in;
  }

  private static Refusal refusal(DataInputStream in) {
    try {
      return new Refusal(RefusalCode.valueOf(in.readUTF()), in.readUTF());
    } catch (IOException | IllegalArgumentException e) {
      return new Refusal(RefusalCode.HELPER, "it gave no reason");
    }
  }

  private DataInputStream receive(long deadline) throws IOException {
    int length = read(ByteBuffer.allocate(Integer.BYTES), deadline).getInt(0);
    if (length < 0 || length > AgentProtocol.MOST_BYTES) {
      close(); // The next answer could not be found behind this one.
      throw new IOException("the agent announces an answer of " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    read(ByteBuffer.wrap(bytes), deadline);
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }

  private ByteBuffer read(ByteBuffer to, long deadline) throws IOException {
    while (to.hasRemaining()) {
      int got = channel.read(to);
      if (got < 0) {
        throw new EOFException("the agent has closed the connection");
      }
      if (got == 0) {
        await(SelectionKey.OP_READ, deadline);
      }
    }
    return to;
  }

  private void await(int what, long deadline) throws IOException {
    long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
    if (left <= 0) {
      close(); // A late answer would be taken for the answer to the next request.
      throw new IOException("the agent did not answer within " + PATIENCE.toSeconds() + " s");
    }
    try (Selector selector = Selector.open()) {
      channel.register(selector, what);
      selector.select(left);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      return; // Nothing more is sent.
    }
  }
}
