package io.flowgauge.receivers.openlineage;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.flowgauge.Flowgauge;
import io.flowgauge.live.Post;
import io.flowgauge.live.Reply;
import io.flowgauge.live.RunReceiver;
import io.flowgauge.live.RunSink;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps recorders by id, and serves a receiver on a free port. Thread-safe. */
final class ReceivedRuns implements RunSink {
  private final Map<String, RunRecorder> recorders = new ConcurrentHashMap<>();

  @Override
  public RunRecorder recorder(String id, String name) {
    return recorders.computeIfAbsent(id, i -> Flowgauge.recorder(name));
  }

  HttpServer serve(RunReceiver receiver) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(receiver.path(), exchange -> answer(receiver, exchange));
    server.start();
    return server;
  }

  static URI uri(HttpServer server) {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  private void answer(RunReceiver receiver, HttpExchange exchange) throws IOException {
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    Post post = Post.of(type == null ? "" : type, exchange.getRequestBody().readAllBytes());
    Reply reply = receiver.receive(post, this);
    exchange.getResponseHeaders().set("Content-Type", reply.contentType());
    byte[] body = reply.body();
    exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  Set<String> ids() {
    return new TreeSet<>(recorders.keySet());
  }

  WorkflowRun run(String id) {
    return recorders.get(id).snapshot();
  }

  /** Activities with their events, and dependencies, in an order of their own. */
  Set<String> facts(String id) {
    WorkflowRun run = run(id);
    Set<String> facts = new TreeSet<>();
    for (var execution : run.executions()) {
      facts.add(execution.activity() + " " + execution.activity().attributes());
      execution.phases().forEach(phase -> facts.add(phase.toString()));
      execution.graph().events().forEach(event -> facts.add(event.toString()));
    }
    facts.add("from " + run.startNanos() + " to " + run.endNanos() + run.isFinished());
    run.workflow().dependencies().forEach(dependency -> facts.add(dependency.toString()));
    return facts;
  }

  boolean remarks(String id, String part) {
    return run(id).diagnostics().stream().map(Diagnostic::message).anyMatch(m -> m.contains(part));
  }
}
