package io.flowgauge.watch.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.live.LiveProgress;
import io.flowgauge.live.LiveRun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * One browser that listens. At most one message is on its way to it; until that has gone, changes
 * are only noted. Thread-safe.
 */
final class EventStream {
  /** At most ten times a second. */
  private static final long LEAST_NANOS = 95_000_000;

  private static final String RETRY = "retry: 1000\n\n";
  private static final long BEAT_NANOS = 10_000_000_000L;

  private final Response response;
  private final Callback callback;
  private final Optional<LiveRun> watched;
  private final Set<LiveRun> dirty = new LinkedHashSet<>();
  private boolean isBegun;
  private boolean needsAll;
  private boolean isWriting;
  private boolean isClosed;
  private long sentAt = System.nanoTime() - LEAST_NANOS;
  private LiveProgress sent;

  /** Sends the events of all runs, or of one. */
  EventStream(Response response, Callback callback, Optional<LiveRun> watched) {
    this.response = response;
    this.callback = callback;
    this.watched = watched;
  }

  /** Begins with what has changed, or with all runs if that is not known. */
  synchronized void begin(Optional<Set<LiveRun>> news) {
    needsAll = news.isEmpty();
    news.ifPresent(this::changed);
    if (watched.isPresent()) {
      dirty.add(watched.get());
    }
  }

  synchronized void changed(Collection<LiveRun> runs) {
    for (LiveRun run : runs) {
      if (watched.isEmpty() || watched.get() == run) {
        dirty.add(run);
      }
    }
  }

  synchronized boolean isClosed() {
    return isClosed;
  }

  /** Sends what is new, unless the message before is still on its way or has just gone. */
  void send(EventText text) throws IOException {
    byte[] message;
    synchronized (this) {
      if (isClosed || isWriting || System.nanoTime() - sentAt < LEAST_NANOS) {
        return;
      }
      message = message(text).getBytes(UTF_8);
      if (message.length == 0) {
        return;
      }
      isWriting = true;
      sentAt = System.nanoTime();
    }
    response.write(false, ByteBuffer.wrap(message), Callback.from(this::written, this::failed));
  }

  private String message(EventText text) throws IOException {
    StringBuilder out = new StringBuilder();
    if (!isBegun) {
      out.append(RETRY); // Sent at once, so that the browser knows that it is connected.
      isBegun = true;
    }
    if (needsAll && watched.isEmpty()) {
      text.all(out);
    } else if (!dirty.isEmpty()) {
      text.changed(dirty, out);
    }
    if (watched.isPresent()) {
      progress(watched.get(), text, out);
    }
    needsAll = false;
    dirty.clear();
    if (out.isEmpty() && System.nanoTime() - sentAt > BEAT_NANOS) {
      text.beat(out);
    }
    return out.toString();
  }

  private void progress(LiveRun run, EventText text, StringBuilder out) throws IOException {
    if (!text.isWatched(run)) {
      text.gone(out);
      return;
    }
    Optional<LiveProgress> now = run.progress();
    if (now.isPresent() && now.get() != sent) {
      text.progress(run, now.get(), out);
      sent = now.get();
    }
  }

  private synchronized void written() {
    isWriting = false;
  }

  /** Forgets a browser that has gone. */
  void failed(Throwable why) {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
    }
    callback.failed(why);
  }

  /** Informs the browser that there will be no more. */
  void end() {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
      if (isWriting) {
        return; // It is cut off with the connection.
      }
    }
    response.write(true, ByteBuffer.allocate(0), callback);
  }
}
