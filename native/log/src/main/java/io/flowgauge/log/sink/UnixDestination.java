package io.flowgauge.log.sink;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** A receiver that listens on a Unix domain socket. */
record UnixDestination(Path path) implements LogDestination {
  static UnixDestination parse(String address) {
    if (address.isEmpty()) {
      throw Schemes.malformedAddress("unix:PATH", "unix:");
    }
    return new UnixDestination(Path.of(address));
  }

  @Override
  public LogSink open() throws IOException {
    return new SocketSink(SocketChannel.open(UnixDomainSocketAddress.of(path)));
  }
}
