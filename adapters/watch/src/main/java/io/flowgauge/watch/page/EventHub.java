package io.flowgauge.watch.page;

import io.flowgauge.live.LiveMonitor;
import io.flowgauge.live.LiveRun;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Informs browsers of changed runs by server-sent events. For each browser, only the set of runs
 * changed since its last message is kept, so a slow browser gets the latest state when it reads
 * again.
 */
final class EventHub extends PageThread {
  private static final int MOST_STREAMS = 100;
  private static final long LOOK_MILLIS = 50;

  private final LiveMonitor monitor;
  private final Analyst analyst;
  private final List<EventStream> streams = new CopyOnWriteArrayList<>();
  private final Set<LiveRun> changed = new HashSet<>();
  private final Map<LiveRun, Long> changedAt = new HashMap<>();
  private Optional<Closeable> listening = Optional.empty();
  private final String epoch = Long.toHexString(new SecureRandom().nextLong());
  private Set<LiveRun> known = Set.of();
  private long forgotAt;
  private long number;

  EventHub(LiveMonitor monitor, Analyst analyst) {
    super("flowgauge-page-events");
    this.monitor = monitor;
    this.analyst = analyst;
  }

  /** Starts listening to the monitor. */
  void listen() {
    listening = Optional.of(monitor.onChange(this::changed));
    analyst.onOutlook(this::changed);
    start();
  }

  private void changed(LiveRun run) {
    synchronized (changed) {
      changed.add(run);
    }
    wake();
  }

  /** Opens an event stream for a browser, starting with the changes that it has not been sent. */
  boolean open(Request request, Response response, Callback callback, Optional<LiveRun> watched) {
    streams.removeIf(EventStream::isClosed);
    if (streams.size() >= MOST_STREAMS) {
      return Answers.words(
          response,
          callback,
          HttpStatus.SERVICE_UNAVAILABLE_503,
          "too many pages are open: close one, then reload this one");
    }
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
    if (HttpMethod.HEAD.is(request.getMethod())) {
      response.write(true, ByteBuffer.allocate(0), callback);
      return true;
    }
    EventStream stream = new EventStream(response, callback, watched);
    request.addFailureListener(stream::failed);
    synchronized (changedAt) {
      stream.begin(since(request.getHeaders().get("Last-Event-ID")));
      streams.add(stream);
    }
    wake();
    return true;
  }

  /** Returns the runs that have changed since an event of this server; empty if that is unknown. */
  private Optional<Set<LiveRun>> since(String event) {
    if (event == null || !event.startsWith(epoch + ".")) {
      return Optional.empty();
    }
    try {
      long last = Long.parseLong(event.substring(epoch.length() + 1));
      Set<LiveRun> later = new HashSet<>();
      changedAt.forEach(
          (run, at) -> {
            if (at > last) {
              later.add(run);
            }
          });
      return last < forgotAt ? Optional.empty() : Optional.of(later);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  @Override
  long work() {
    Set<LiveRun> now = new HashSet<>(monitor.runs());
    Set<LiveRun> news;
    synchronized (changed) {
      news = new HashSet<>(changed);
      changed.clear();
    }
    now.stream().filter(run -> !known.contains(run)).forEach(news::add);
    news.retainAll(now);
    boolean isForgotten = !now.containsAll(known);
    known = now;
    synchronized (changedAt) {
      broadcast(news, isForgotten);
    }
    EventText text = new EventText(monitor, analyst, epoch + "." + number);
    streams.removeIf(EventStream::isClosed);
    long pause = LOOK_MILLIS;
    for (EventStream stream : streams) {
      try {
        send(stream, text);
      } catch (RuntimeException | Error e) { // A problem with a run must affect only its own page.
        report(e);
        pause = AFTER_FAILURE_MILLIS;
      }
    }
    return pause;
  }

  private void broadcast(Set<LiveRun> news, boolean isForgotten) {
    if (!news.isEmpty() || isForgotten) {
      number++;
    }
    news.forEach(run -> changedAt.put(run, number));
    if (isForgotten) {
      forgotAt = number;
      changedAt.keySet().retainAll(known);
      streams.forEach(stream -> stream.begin(Optional.empty()));
    }
    streams.forEach(stream -> stream.changed(news));
  }

  private static void send(EventStream stream, EventText text) {
    try {
      stream.send(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // Writing to memory does not fail.
    }
  }

  @Override
  void ended() {
    try {
      if (listening.isPresent()) {
        listening.get().close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // It declares an exception that it never throws.
    }
    streams.forEach(EventStream::end);
  }
}
