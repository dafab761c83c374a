package io.flowgauge.instrumentation.jvm.agent.core;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;

/** The agent's end of the socket, for one thread that reads and writes. */
final class Link {
  private final SocketChannel channel;
  private final DataInputStream in;
  private final DataOutputStream out;

  Link(SocketChannel channel) {
    this.channel = channel;
    this.in = new DataInputStream(Channels.newInputStream(channel));
    this.out = new DataOutputStream(Channels.newOutputStream(channel));
  }

  void send(byte[] message) throws IOException {
    out.writeInt(message.length);
    out.write(message);
    out.flush();
  }

  byte[] receive() throws IOException {
    int length = in.readInt();
    if (length < 0 || length > AgentProtocol.MOST_BYTES) {
      throw new IOException("a request cannot be " + length + " bytes long");
    }
    return in.readNBytes(length);
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      return; // It is no longer used, closed or not.
    }
  }
}
