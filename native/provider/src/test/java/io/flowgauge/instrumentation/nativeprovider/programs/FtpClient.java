package io.flowgauge.instrumentation.nativeprovider.programs;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A minimal FTP client (RFC 959, RFC 2428) that retrieves files. Not thread-safe. */
final class FtpClient implements Closeable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket control;
  private final BufferedReader answers;

  FtpClient(int port) throws IOException {
    control = new Socket(InetAddress.getLoopbackAddress(), port);
    control.setSoTimeout(PATIENCE_MILLIS);
    answers =
        new BufferedReader(
            new InputStreamReader(control.getInputStream(), StandardCharsets.ISO_8859_1));
    answer('2');
  }

  void login() throws IOException {
    command("USER anonymous", '3');
    command("PASS nobody", '2');
    command("TYPE I", '2');
  }

  byte[] retrieve(String path) throws IOException {
    String place = command("EPSV", '2');
    int port = Integer.parseInt(place.replaceAll("(?s).*\\|\\|\\|(\\d+)\\|.*", "$1"));
    try (Socket data = new Socket(InetAddress.getLoopbackAddress(), port)) {
      data.setSoTimeout(PATIENCE_MILLIS);
      command("RETR " + path, '1');
      byte[] bytes = data.getInputStream().readAllBytes();
      answer('2');
      return bytes;
    }
  }

  private String command(String text, char expected) throws IOException {
    control.getOutputStream().write((text + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    return answer(expected);
  }

  /** Returns the last line of an answer, which may have several. */
  private String answer(char expected) throws IOException {
    String line = answers.readLine();
    while (line != null && (line.length() < 4 || line.charAt(3) == '-' || line.charAt(0) == ' ')) {
      line = answers.readLine();
    }
    if (line == null || line.charAt(0) != expected) {
      throw new IOException("the server answers " + line);
    }
    return line;
  }

  @Override
  public void close() throws IOException {
    control.close();
  }
}
