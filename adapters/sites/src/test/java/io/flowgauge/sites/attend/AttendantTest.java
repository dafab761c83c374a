package io.flowgauge.sites.attend;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.service.Responder;
import io.flowgauge.sites.wire.AttendReply;
import io.flowgauge.sites.wire.AttendRequest;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.Subscription;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class AttendantTest {
  private final List<EventTarget> targets = new ArrayList<>();
  private final List<AttendReply> replies = new ArrayList<>();
  private Consumer<EventTarget> atOnce = target -> {};
  private int closed;

  private final Responder responder =
      new Responder() {
        @Override
        public CompletableFuture<Reply> answer(
            SignedRequest request, SpiffeId peer, Duration timeLeft) {
          return new CompletableFuture<>();
        }

        @Override
        public EventSubscription subscribe(
            Subscription subscription, SpiffeId peer, EventTarget target) {
          targets.add(target);
          atOnce.accept(target);
          return new EventSubscription() {
            @Override
            public void acknowledge(long position) {}

            @Override
            public void close() {
              closed++;
            }
          };
        }
      };

  private final Attendant attendant =
      new Attendant(responder, SpiffeId.parse("spiffe://lab/hub/hub"), replies::add);

  private void subscribe(long number) {
    attendant.handle(
        AttendRequest.newBuilder()
            .setNumber(number)
            .setSubscribe(Subscription.getDefaultInstance())
            .build());
  }

  /** Subscriptions that are kept are closed at the end. */
  @Test
  void subscriptions_thatAreOver_areNotKept() {
    subscribe(1);
    subscribe(2);
    subscribe(3);
    targets.get(0).ended();
    targets.get(1).failed(new IOException("damaged"));
    atOnce = EventTarget::ended;
    subscribe(4);
    attendant.close();
    assertThat(closed).isEqualTo(1);
    assertThat(replies).extracting(AttendReply::getNumber).containsExactly(1L, 2L, 4L);
  }
}
