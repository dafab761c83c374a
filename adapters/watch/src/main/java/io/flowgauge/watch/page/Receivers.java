package io.flowgauge.watch.page;

import io.flowgauge.live.Post;
import io.flowgauge.live.Reply;
import io.flowgauge.live.RunReceiver;
import io.flowgauge.live.RunSink;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;

/**
 * Passes posts of engines to receivers. Bodies that arrive slowly block no thread; the size and
 * number of bodies are limited. Thread-safe.
 */
final class Receivers {
  private static final int MOST_PACKED = 16 << 20;
  private static final int MOST_UNPACKED = 64 << 20;
  private static final int MOST_AT_ONCE = 16;

  private final RunSink runs;
  private final Duration patience;
  private final Map<String, RunReceiver> byPath;
  private final Semaphore room = new Semaphore(MOST_AT_ONCE);

  Receivers(RunSink runs, Duration patience) {
    this.runs = runs;
    this.patience = patience;
    byPath =
        ServiceLoader.load(RunReceiver.class, RunReceiver.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .collect(Collectors.toMap(RunReceiver::path, each -> each));
  }

  /** Lets receivers record data that they held back, because nothing more will arrive. */
  void settle() {
    byPath.values().forEach(each -> each.settle(runs));
  }

  /** Returns the receiver at a path. */
  Optional<RunReceiver> at(String path) {
    return Optional.ofNullable(byPath.get(path));
  }

  /** Returns the content type of a request, without parameters; empty if there is none. */
  static String type(Request request) {
    String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
    return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /** Receives a post; once its body has arrived, another thread processes it. */
  boolean receive(RunReceiver receiver, Request request, Response response, Callback callback) {
    String coding = request.getHeaders().get(HttpHeader.CONTENT_ENCODING);
    boolean isPacked = "gzip".equalsIgnoreCase(coding);
    if (coding != null && !isPacked && !"identity".equalsIgnoreCase(coding)) {
      return refuse(
          response,
          callback,
          HttpStatus.UNSUPPORTED_MEDIA_TYPE_415,
          "gzip is the only encoding supported");
    }
    if (request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH) > MOST_PACKED) {
      return refuse(response, callback, HttpStatus.PAYLOAD_TOO_LARGE_413, tooLarge(MOST_PACKED));
    }
    if (!room.tryAcquire()) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, 1);
      return refuse(
          response,
          callback,
          HttpStatus.SERVICE_UNAVAILABLE_503,
          "too many posts at once: send this one again in a second");
    }
    CompletableFuture<byte[]> body = new CompletableFuture<>();
    Content.Source.asByteArrayAsync(request, MOST_PACKED, Promise.Invocable.toPromise(body));
    var unused =
        body.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
            .whenCompleteAsync(
                (bytes, failure) -> {
                  try {
                    if (failure == null) {
                      byte[] content = isPacked ? unpacked(bytes) : bytes;
                      answer(receiver, Post.of(type(request), content), response, callback);
                    } else {
                      failed(failure, request, response, callback);
                    }
                  } catch (IOException e) {
                    String why = "the body is not gzip: " + e.getMessage();
                    refuse(response, callback, HttpStatus.BAD_REQUEST_400, why);
                  } catch (TooLargeException e) {
                    refuse(
                        response,
                        callback,
                        HttpStatus.PAYLOAD_TOO_LARGE_413,
                        tooLarge(MOST_UNPACKED) + " unpacked");
                  } catch (OutOfMemoryError e) { // Otherwise the client would wait forever.
                    refuse(
                        response,
                        callback,
                        HttpStatus.SERVICE_UNAVAILABLE_503,
                        "there is too little memory for this post: send it again later");
                  } finally {
                    room.release();
                  }
                },
                request.getComponents().getExecutor());
    return true;
  }

  private void answer(RunReceiver receiver, Post post, Response response, Callback callback) {
    Reply reply;
    try {
      reply = receiver.receive(post, runs);
    } catch (IllegalArgumentException e) {
      reply = Reply.of(HttpStatus.BAD_REQUEST_400, String.valueOf(e.getMessage()));
    } catch (UncheckedIOException e) { // For example, a full disk has no room for a new log.
      reply =
          Reply.of(
              HttpStatus.SERVICE_UNAVAILABLE_503,
              "the post could not be kept: " + e.getCause().getMessage() + ": send it again later");
    } catch (OutOfMemoryError e) {
      throw e; // Answered by the caller.
    } catch (RuntimeException | Error e) { // A problem with a post must affect only this post.
      reply =
          Reply.of(
              HttpStatus.INTERNAL_SERVER_ERROR_500, "the post could not be processed (" + e + ")");
    }
    response.setStatus(reply.status());
    Answers.send(response, callback, reply.contentType(), reply.body());
  }

  private static void failed(
      Throwable failure, Request request, Response response, Callback callback) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    if (cause instanceof TimeoutException) {
      request.fail(cause);
      refuse(response, callback, HttpStatus.REQUEST_TIMEOUT_408, "the body arrived too slowly");
    } else if (cause instanceof IllegalStateException) {
      refuse(response, callback, HttpStatus.PAYLOAD_TOO_LARGE_413, tooLarge(MOST_PACKED));
    } else {
      refuse(response, callback, HttpStatus.BAD_REQUEST_400, "the body ended too early");
    }
  }

  private static String tooLarge(int most) {
    return "a post may have at most " + (most >> 20) + " MiB";
  }

  /** Refuses a post and closes the connection, because the rest of its body is not read. */
  private static boolean refuse(Response response, Callback callback, int status, String words) {
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    return Answers.words(response, callback, status, words);
  }

  private static byte[] unpacked(byte[] body) throws IOException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      byte[] unpacked = in.readNBytes(MOST_UNPACKED + 1);
      if (unpacked.length > MOST_UNPACKED) {
        throw new TooLargeException();
      }
      return unpacked;
    }
  }

  private static final class TooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
