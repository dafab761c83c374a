package io.flowgauge.watch.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Sends complete responses without waiting for clients to read them. */
final class Answers {
  static final String HTML = "text/html;charset=utf-8";
  static final String JSON = "application/json";
  static final String TEXT = "text/plain;charset=utf-8";

  private Answers() {}

  /** Answers with a text. */
  static boolean words(Response response, Callback callback, int status, String words) {
    response.setStatus(status);
    return send(response, callback, TEXT, (words + "\n").getBytes(UTF_8));
  }

  static boolean send(Response response, Callback callback, String type, byte[] body) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    response.write(true, ByteBuffer.wrap(body), callback);
    return true;
  }
}
