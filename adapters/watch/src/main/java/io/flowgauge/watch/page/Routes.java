package io.flowgauge.watch.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.live.LiveMonitor;
import io.flowgauge.live.LiveRun;
import io.flowgauge.live.RunReceiver;
import io.flowgauge.report.html.ServedPage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/** Answers requests according to their paths. */
final class Routes extends Handler.Abstract {
  private static final String RUNS = "/runs/";

  /** Header that states whether a run is over, in responses of any format. */
  private static final String FINISHED = "Flowgauge-Finished";

  private final LiveMonitor monitor;
  private final EventHub events;
  private final Receivers receivers;
  private final RunDocuments documents;
  private final byte[] page;

  Routes(LiveMonitor monitor, EventHub events, Receivers receivers, RunDocuments documents)
      throws IOException {
    this.monitor = monitor;
    this.events = events;
    this.receivers = receivers;
    this.documents = documents;
    page = page();
  }

  private static byte[] page() throws IOException {
    StringBuilder text = new StringBuilder();
    String scripts =
        resource("stages.js")
            + resource("remaining.js")
            + resource("now.js")
            + resource("run.js")
            + resource("list.js")
            + resource("watch.js");
    ServedPage.write(resource("watch.css"), scripts, text);
    return text.toString().getBytes(UTF_8);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Routes.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException("the jar of flowgauge-watch lacks " + name);
      }
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    // Still escaped, because an escaped slash belongs to the id of a run.
    String path = request.getHttpURI().getPath();
    Optional<RunReceiver> receiver = receivers.at(path);
    boolean isPost = HttpMethod.POST.is(request.getMethod());
    if (isPost && receiver.isPresent()) {
      return receivers.receive(receiver.get(), request, response, callback);
    }
    if (!isRead(request) || receiver.isPresent()) {
      response.getHeaders().put(HttpHeader.ALLOW, receiver.isPresent() ? "POST" : "GET, HEAD");
      return Answers.words(
          response,
          callback,
          HttpStatus.METHOD_NOT_ALLOWED_405,
          receiver.isPresent()
              ? "this address accepts only posts from engines"
              : "posts are not accepted here");
    }
    if (path.equals("/")) {
      return Answers.send(response, callback, Answers.HTML, page);
    }
    if (path.equals("/events")) {
      return events(request, response, callback);
    }
    boolean isAnswered =
        path.startsWith(RUNS) && run(path.substring(RUNS.length()), response, callback);
    return isAnswered
        || Answers.words(
            response,
            callback,
            HttpStatus.NOT_FOUND_404,
            "there is nothing here: the list of runs is at /");
  }

  /** Whether a request only reads: GET, or HEAD, which is answered like GET but without a body. */
  static boolean isRead(Request request) {
    return HttpMethod.GET.is(request.getMethod()) || HttpMethod.HEAD.is(request.getMethod());
  }

  private boolean events(Request request, Response response, Callback callback) {
    Fields query = Request.extractQueryParameters(request);
    String part = query.getValue("run");
    Optional<LiveRun> run = part == null ? Optional.empty() : RunAddress.find(monitor, part);
    return (part != null && run.isEmpty())
        ? sendUnknownRun(response, callback)
        : events.open(request, response, callback, run);
  }

  private static boolean sendUnknownRun(Response response, Callback callback) {
    return Answers.words(
        response,
        callback,
        HttpStatus.NOT_FOUND_404,
        "no run of that id is watched: the list of runs is at /");
  }

  private boolean run(String rest, Response response, Callback callback) throws IOException {
    int slash = rest.indexOf('/');
    String part = slash < 0 ? rest : rest.substring(0, slash);
    String what = slash < 0 ? "" : rest.substring(slash + 1);
    Optional<LiveRun> run = RunAddress.find(monitor, part);
    if (run.isEmpty()) {
      return sendUnknownRun(response, callback);
    }
    if (slash < 0) {
      return Answers.send(response, callback, Answers.HTML, page);
    }
    return switch (what) {
      case "data" -> data(documents.data(run.get()), run.get(), response, callback);
      case "watch.json" ->
          sendIfKnown(RunDocuments.line(run.get()), Answers.JSON, run.get(), response, callback);
      case "watch.txt" ->
          sendIfKnown(RunDocuments.text(run.get()), Answers.TEXT, run.get(), response, callback);
      default -> false;
    };
  }

  private static boolean data(
      Optional<byte[]> packed, LiveRun run, Response response, Callback callback) {
    if (packed.isPresent()) {
      response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
    }
    return sendIfKnown(packed, Answers.JSON, run, response, callback);
  }

  private static boolean sendIfKnown(
      Optional<byte[]> body, String type, LiveRun run, Response response, Callback callback) {
    if (body.isPresent()) {
      response.getHeaders().put(FINISHED, String.valueOf(run.isFinished()));
      return Answers.send(response, callback, type, body.get());
    }
    String trouble = run.trouble().isEmpty() ? "" : ": " + run.trouble();
    return Answers.words(
        response,
        callback,
        HttpStatus.SERVICE_UNAVAILABLE_503,
        "nothing is known about this run yet" + trouble);
  }
}
