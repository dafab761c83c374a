package io.flowgauge.sites.attend;

import com.google.protobuf.ByteString;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.request.Documents;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.service.Responder;
import io.flowgauge.sites.wire.AttendReply;
import io.flowgauge.sites.wire.AttendRequest;
import io.flowgauge.sites.wire.Reply;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The side that answers: gives requests to a responder, and sends its replies in parts. */
public final class Attendant {
  private static final int BLOCK = 64 << 10;

  private final Responder responder;
  private final SpiffeId peer;
  private final Consumer<AttendReply> out;

  /**
   * Answers requests of a peer.
   *
   * @param out receives parts of replies, one at a time
   */
  public Attendant(Responder responder, SpiffeId peer, Consumer<AttendReply> out) {
    this.responder = responder;
    this.peer = peer;
    this.out = out;
  }

  /** Answers a request, in its own time. */
  public void take(AttendRequest request) {
    Duration left = Duration.ofMillis(Math.max(1, request.getDeadlineMillis()));
    CompletableFuture<Reply> unused =
        responder
            .answer(request.getRequest(), peer, left)
            .whenComplete((reply, failure) -> answer(request.getNumber(), reply, failure));
  }

  private void answer(long number, Reply reply, Throwable failure) {
    if (failure != null) {
      send(part(number).setRefused(Documents.write(RefusedException.refusal(failure))));
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
