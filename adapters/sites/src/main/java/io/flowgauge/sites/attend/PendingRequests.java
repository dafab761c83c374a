package io.flowgauge.sites.attend;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.request.Documents;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.stream.EventReader;
import io.flowgauge.sites.wire.AttendReply;
import io.flowgauge.sites.wire.AttendRequest;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The requesting side of a stream: the requests that were sent, and the replies so far.
 * Thread-safe.
 */
public final class PendingRequests {
  /** Most bytes of a reply; longer documents could not be read anyway. */
  public static final int LARGEST_REPLY = 256 << 20;

  private final Consumer<AttendRequest> out;
  private final AtomicLong numbers = new AtomicLong();
  private final Map<Long, Pending> pending = new ConcurrentHashMap<>();
  private final Map<Long, EventReader> subscriptions = new ConcurrentHashMap<>();
  private volatile RefusedException ended;

  /** A reply under way. */
  private static final class Pending {
    private final CompletableFuture<Reply> reply = new CompletableFuture<>();
    private ByteString received = ByteString.EMPTY;

    synchronized void take(AttendReply part) {
      switch (part.getPartCase()) {
        case BLOCK -> add(part.getBlock());
        case END -> end(part.getEnd());
        case REFUSED -> {
          var refusal = Documents.read(part.getRefused());
          reply.completeExceptionally(new RefusedException(refusal.code(), refusal.message()));
        }
        default -> fail("a part of an unknown kind");
      }
    }

    private void add(ByteString block) {
      if (received.size() + (long) block.size() > LARGEST_REPLY) {
        fail("a reply of more than " + LARGEST_REPLY + " bytes");
      } else {
        received = received.concat(block);
      }
    }

    private void end(long size) {
      if (received.size() != size) {
        fail("a reply of " + received.size() + " bytes, announced as " + size);
        return;
      }
      try {
        reply.complete(Reply.parseFrom(received));
      } catch (InvalidProtocolBufferException e) {
        fail("a reply that cannot be read: " + e.getMessage());
      }
    }

    private void fail(String found) {
      received = ByteString.EMPTY;
      reply.completeExceptionally(new RefusedException(RefusalCode.SYSTEM, "it sent " + found));
    }
  }

  /** Creates a side that sends requests to a consumer, which must be thread-safe. */
  public PendingRequests(Consumer<AttendRequest> out) {
    this.out = out;
  }

  /** Sends a request. */
  public CompletableFuture<Reply> send(SignedRequest request, Duration timeLeft) {
    long number = numbers.incrementAndGet();
    Pending one = new Pending();
    pending.put(number, one);
    one.reply.orTimeout(Math.max(1, timeLeft.toMillis()), TimeUnit.MILLISECONDS);
    CompletableFuture<Reply> unused =
        one.reply.whenComplete((reply, failure) -> pending.remove(number));
    if (ended != null) {
      one.reply.completeExceptionally(ended);
      return one.reply;
    }
    try {
      out.accept(
          AttendRequest.newBuilder()
              .setNumber(number)
              .setRequest(request)
              .setDeadlineMillis(Math.max(1, timeLeft.toMillis()))
              .build());
    } catch (RuntimeException e) {
      one.reply.completeExceptionally(e);
    }
    return one.reply;
  }

  /**
   * Subscribes to events.
   *
   * @param target receives the events
   */
  public EventSubscription subscribe(Subscription subscription, EventTarget target) {
    long number = numbers.incrementAndGet();
    EventReader reader = new EventReader(target);
    subscriptions.put(number, reader);
    if (ended != null) {
      fail(number, ended);
    } else {
      send(AttendRequest.newBuilder().setNumber(number).setSubscribe(subscription));
    }
    return new Subscribed(number);
  }

  /** The receiver's side of a subscription. */
  private final class Subscribed implements EventSubscription {
    private final long number;

    Subscribed(long number) {
      this.number = number;
    }

    @Override
    public void acknowledge(long position) {
      send(AttendRequest.newBuilder().setNumber(number).setAcknowledge(position));
    }

    @Override
    public void close() {
      if (subscriptions.remove(number) != null) {
        send(AttendRequest.newBuilder().setNumber(number).setUnsubscribe(true));
      }
    }
  }

  private void send(AttendRequest.Builder request) {
    try {
      out.accept(request.build());
    } catch (RuntimeException e) {
      fail(request.getNumber(), e);
    }
  }

  private void fail(long number, Throwable cause) {
    EventReader reader = subscriptions.remove(number);
    if (reader != null) {
      reader.fail(cause);
    }
  }

  /** Handles a part of a reply. Parts of replies that nobody awaits any longer are ignored. */
  public void handleReply(AttendReply part) {
    Pending one = pending.get(part.getNumber());
    EventReader reader = subscriptions.get(part.getNumber());
    if (one != null) {
      one.take(part);
    } else if (reader != null && part.hasEvents()) {
      reader.deliverNext(part.getEvents());
      if (part.getEvents().getEnded()) {
        subscriptions.remove(part.getNumber());
      }
    } else if (reader != null && part.hasRefused()) {
      var refusal = Documents.read(part.getRefused());
      fail(part.getNumber(), new RefusedException(refusal.code(), refusal.message()));
    }
  }

  /** Returns a future that completes once all requests sent until now are answered. */
  public CompletableFuture<?> allAnswered() {
    return CompletableFuture.allOf(
        pending.values().stream().map(one -> one.reply).toArray(CompletableFuture<?>[]::new));
  }

  /** Ends the stream: all requests fail, now and later. */
  public void end(String reason) {
    ended = new RefusedException(RefusalCode.SYSTEM, reason);
    pending.values().forEach(one -> one.reply.completeExceptionally(ended));
    List.copyOf(subscriptions.keySet()).forEach(number -> fail(number, ended));
  }
}
