package io.flowgauge.sites.attend;

import com.google.protobuf.ByteString;
import io.flowgauge.activation.EventSubscription;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.request.Documents;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.service.Responder;
import io.flowgauge.sites.stream.EventWriter;
import io.flowgauge.sites.wire.AttendReply;
import io.flowgauge.sites.wire.AttendRequest;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The answering side of a stream: passes requests to a responder, and sends its replies in parts.
 */
public final class Attendant implements AutoCloseable {
  private static final int BLOCK = 64 << 10;

  private final Responder responder;
  private final SpiffeId peer;
  private final Consumer<AttendReply> out;
  private final Map<Long, EventSubscription> subscriptions = new ConcurrentHashMap<>();

  /**
   * Creates the side that answers the requests of a peer.
   *
   * @param out receives parts of replies, one at a time
   */
  public Attendant(Responder responder, SpiffeId peer, Consumer<AttendReply> out) {
    this.responder = responder;
    this.peer = peer;
    this.out = out;
  }

  /** Handles a request; the reply may be sent after this returns. */
  public void handle(AttendRequest request) {
    switch (request.getKindCase()) {
      case REQUEST -> answer(request);
      case SUBSCRIBE -> subscribe(request.getNumber(), request.getSubscribe());
      case ACKNOWLEDGE -> acknowledge(request.getNumber(), request.getAcknowledge());
      case UNSUBSCRIBE -> unsubscribe(request.getNumber());
      default ->
          refuse(
              request.getNumber(),
              new Refusal(RefusalCode.ARGUMENT, "this service does not know the kind of request"));
    }
  }

  private void subscribe(long number, Subscription subscription) {
    AtomicBoolean isOver = new AtomicBoolean();
    EventWriter writer =
        new EventWriter(
            block -> {
              send(part(number).setEvents(block));
              if (block.getEnded()) {
                forget(number, isOver);
              }
            },
            refusal -> {
              refuse(number, refusal);
              forget(number, isOver);
            });
    try {
      subscriptions.put(number, responder.subscribe(subscription, peer, writer));
    } catch (RefusedException e) {
      refuse(number, e.refusal());
    }
    if (isOver.get()) { // It may be over before it is in the map.
      subscriptions.remove(number);
    }
  }

  /** Forgets a subscription. The peer knows that it is over, and does not unsubscribe. */
  private void forget(long number, AtomicBoolean isOver) {
    isOver.set(true);
    subscriptions.remove(number);
  }

  private void acknowledge(long number, long position) {
    EventSubscription subscription = subscriptions.get(number);
    try {
      if (subscription != null) {
        subscription.acknowledge(position);
      }
    } catch (IllegalArgumentException e) {
      unsubscribe(number);
      refuse(number, new Refusal(RefusalCode.ARGUMENT, "" + e.getMessage()));
    }
  }

  private void unsubscribe(long number) {
    EventSubscription subscription = subscriptions.remove(number);
    if (subscription != null) {
      subscription.close();
    }
  }

  private void refuse(long number, Refusal refusal) {
    send(part(number).setRefused(Documents.write(refusal)));
  }

  /** Ends all subscriptions, because the requester is gone. */
  @Override
  public void close() {
    List.copyOf(subscriptions.keySet()).forEach(this::unsubscribe);
  }

  private void answer(AttendRequest request) {
    Duration timeLeft = Duration.ofMillis(Math.max(1, request.getDeadlineMillis()));
    CompletableFuture<Reply> unused =
        responder
            .answer(request.getRequest(), peer, timeLeft)
            .whenComplete((reply, failure) -> answer(request.getNumber(), reply, failure));
  }

  private void answer(long number, Reply reply, Throwable failure) {
    if (failure != null) {
      refuse(number, RefusedException.refusal(failure));
      return;
    }
    ByteString bytes = reply.toByteString();
    for (int at = 0; at < bytes.size(); at += BLOCK) {
      send(part(number).setBlock(bytes.substring(at, Math.min(bytes.size(), at + BLOCK))));
    }
    send(part(number).setEnd(bytes.size()));
  }

  private static AttendReply.Builder part(long number) {
    return AttendReply.newBuilder().setNumber(number);
  }

  private void send(AttendReply.Builder part) {
    synchronized (out) {
      out.accept(part.build());
    }
  }
}
