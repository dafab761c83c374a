package io.flowgauge.sites;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.flowgauge.sites.identity.Credentials;
import io.netty.handler.ssl.JdkSslContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A hand-written HTTP/2 client over TLS with a valid certificate, which can send invalid frames.
 */
final class RawClient implements AutoCloseable {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int SETTINGS = 4;
  static final int END_HEADERS = 4;

  private static final List<String> CALL =
      List.of(
          ":method=POST",
          ":scheme=https",
          ":path=/flowgauge.sites.v1.Sites/Perform",
          ":authority=node",
          "content-type=application/grpc",
          "te=trailers");

  final SSLSocket socket;
  final OutputStream out;

  RawClient(SitesDaemon service, Credentials credentials) throws IOException {
    var context = ((JdkSslContext) credentials.client(any -> true)).context();
    socket =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), service.port().orElseThrow());
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    socket.setSoTimeout(60_000);
    out = socket.getOutputStream();
  }

  /** Performs the TLS handshake and sends nothing further. */
  RawClient greet() throws IOException {
    socket.startHandshake();
    return this;
  }

  /** Sends the connection preface of HTTP/2 and empty settings. */
  RawClient preface() throws IOException {
    out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
    frame(SETTINGS, 0, 0, new byte[0], 0);
    return this;
  }

  /** Sends a frame whose header states the given length. */
  void frame(int type, int flags, int stream, byte[] bytes, int length) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(9 + bytes.length);
    frame.put((byte) (length >> 16)).putShort((short) length);
    frame.put((byte) type).put((byte) flags).putInt(stream).put(bytes);
    out.write(frame.array());
    out.flush();
  }

  /** Begins a call of a service, with headers as literals without indexing (RFC 7541, 6.2.2). */
  void call(int stream) throws IOException {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    for (String text : CALL) {
      String[] field = text.split("=", 2);
      block.write(0);
      for (String part : field) {
        block.write(part.length());
        block.writeBytes(part.getBytes(US_ASCII));
      }
    }
    frame(HEADERS, END_HEADERS, stream, block.toByteArray(), block.size());
  }

  /** Sends the header of a gRPC message and nothing of its body. */
  void message(int stream, int length) throws IOException {
    byte[] head = ByteBuffer.allocate(5).put((byte) 0).putInt(length).array();
    frame(DATA, 0, stream, head, head.length);
  }

  /** Whether the service hangs up before the socket times out; reads until then. */
  boolean isHungUp() {
    try {
      byte[] buffer = new byte[1 << 14];
      while (socket.getInputStream().read(buffer) >= 0) {
        // The content does not matter.
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
