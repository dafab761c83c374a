package io.flowgauge.receivers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.flowgauge.live.Post;
import io.flowgauge.live.Reply;
import io.flowgauge.live.RunReceiver;
import io.flowgauge.live.RunSink;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.zip.GZIPInputStream;

/** Serves a receiver on a free port. */
public final class ReceiverServer implements Closeable {
  private final HttpServer server;
  private final RunReceiver receiver;
  private final RunSink runs;

  private ReceiverServer(HttpServer server, RunReceiver receiver, RunSink runs) {
    this.server = server;
    this.receiver = receiver;
    this.runs = runs;
  }

  public static ReceiverServer serve(RunReceiver receiver, RunSink runs) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ReceiverServer made = new ReceiverServer(server, receiver, runs);
    server.createContext(receiver.path(), made::answer);
    server.start();
    return made;
  }

  public URI uri() {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    boolean isPacked = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
    InputStream body = exchange.getRequestBody();
    byte[] content = (isPacked ? new GZIPInputStream(body) : body).readAllBytes();
    Reply reply = receiver.receive(Post.of(type == null ? "" : type, content), runs);
    exchange.getResponseHeaders().set("Content-Type", reply.contentType());
    byte[] said = reply.body();
    exchange.sendResponseHeaders(reply.status(), said.length == 0 ? -1 : said.length);
    exchange.getResponseBody().write(said);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
