package io.flowgauge.log.sink;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A receiver that listens on a TCP port. */
record TcpDestination(String host, int port) implements LogDestination {
  private static final Pattern ADDRESS = Pattern.compile("//(\\[[^]]+]|[^:/\\[]+):(\\d{1,5})/?");
  private static final int MAX_PORT = 65_535;
  private static final int CONNECT_MILLIS = 5_000;

  static TcpDestination parse(String address) {
    Matcher parts = ADDRESS.matcher(address);
    int port = parts.matches() ? Integer.parseInt(parts.group(2)) : 0;
    if (port < 1 || port > MAX_PORT) {
      throw Schemes.malformedAddress("tcp://HOST:PORT", "tcp:" + address);
    }
    return new TcpDestination(parts.group(1).replaceAll("[\\[\\]]", ""), port);
  }

  @Override
  public LogSink open() throws IOException {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new UnknownHostException(host);
    }
    SocketChannel channel = SocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      channel.socket().connect(address, CONNECT_MILLIS);
      return new SocketSink(channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }
}
