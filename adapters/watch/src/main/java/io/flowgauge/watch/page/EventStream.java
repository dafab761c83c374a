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
 * The event stream of one browser. At most one message is in transit; until it has been written,
 * changes are only noted. Thread-safe.
 */
final class EventStream {
  /** Minimum interval between messages, so that there are at most about ten per second. */
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

  /** Creates a stream of the events of all runs, or of one. */
  EventStream(Response response, Callback callback, Optional<LiveRun> watched) {
    this.response = response;
    this.callback = callback;
    this.watched = watched;
  }

  /** Starts with the changed runs, or with all runs if it is unknown which have changed. */
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

  /**
   * Sends the changes, unless the previous message is still in transit or was sent very recently.
   */
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

  /** Closes the stream after its browser has disconnected. */
  void failed(Throwable why) {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
    }
    callback.failed(why);
  }

  /** Completes the stream, which tells the browser that no more events will follow. */
  void end() {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
      if (isWriting) {
        return; // The message is cut off when the connection closes.
      }
    }
    response.write(true, ByteBuffer.allocate(0), callback);
  }
}
