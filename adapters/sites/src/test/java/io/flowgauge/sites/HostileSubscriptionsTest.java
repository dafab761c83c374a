package io.flowgauge.sites;

import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.flowgauge.activation.ActivationRequest;
import io.flowgauge.activation.EventDelivery;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.simulated.SimulatedPrograms;
import io.flowgauge.sites.forward.DialledService;
import io.flowgauge.sites.identity.Credentials;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.request.RequestSigner;
import io.flowgauge.sites.stream.EventMessages;
import io.flowgauge.sites.wire.EventBlock;
import io.flowgauge.sites.wire.Ping;
import io.flowgauge.sites.wire.ReceiveRequest;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.SitesGrpc;
import io.flowgauge.sites.wire.Subscription;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Subscribers to whom a node and a site deliver no events, while Alice receives hers. */
@Timeout(600)
class HostileSubscriptionsTest {
  private static final String PLACE = "siteA/node1";
  private static final long WAIT_SECONDS = 60;

  /** How long requests are valid: the longest time allowed, for busy machines. */
  private static final Duration VALID = Duration.ofMinutes(10);

  @TempDir private Path folder;
  private Laboratory lab;
  private SitesDaemon node;
  private SitesDaemon site;
  private Credentials alice;
  private Credentials bob;
  private SignedRequest grant;

  @BeforeEach
  void found() throws Exception {
    lab = new Laboratory(folder);
    node = lab.node(PLACE, new SimulatedPrograms().provider());
    site = lab.site("siteA", Laboratory.line("node1", node));
    Files.writeString(
        lab.gridMap, "spiffe://lab/user/bob " + System.getProperty("user.name") + "\n", APPEND);
    alice = credentials("user/alice");
    bob = credentials("user/bob");
    grant = signed(alice, events("r1"));
    try (DialledService service = service(node, alice)) {
      service.send(grant, Duration.ofSeconds(WAIT_SECONDS)).join();
    }
  }

  @AfterEach
  void close() throws Exception {
    lab.close();
  }

  private Credentials credentials(String name) throws Exception {
    return lab.opened(Credentials.load(lab.identity(name)));
  }

  private static Request.Builder events(String id) {
    return Request.newBuilder()
        .addPlaces(PLACE)
        .setLeaseSeconds(VALID.toSeconds())
        .setRequestEvents(EventMessages.write(ActivationRequest.of(id, "transfer.end")));
  }

  private static SignedRequest signed(Credentials by, Request.Builder request) {
    return new RequestSigner(by, Clock.systemUTC()).sign(request, VALID);
  }

  private static DialledService service(SitesDaemon daemon, Credentials as) throws IOException {
    return DialledService.of("service", Laboratory.address(daemon), as, expected -> true);
  }

  /** A target that completes with the reason why no events come. */
  private static final class Refused implements EventTarget {
    private final CompletableFuture<IOException> why = new CompletableFuture<>();

    @Override
    public void take(EventDelivery delivery) {
      why.completeExceptionally(new AssertionError("was delivered"));
    }

    @Override
    public void ended() {
      why.completeExceptionally(new AssertionError("ended in order"));
    }

    @Override
    public void failed(IOException cause) {
      why.complete(cause);
    }
  }

  private static Subscription to(String place, SignedRequest shown) {
    return Subscription.newBuilder().setGrant(shown).setPlace(place).build();
  }

  private void assertRefused(Credentials as, Subscription sent, RefusalCode code, String reason)
      throws Exception {
    for (SitesDaemon daemon : List.of(node, site)) {
      Refused target = new Refused();
      try (DialledService service = service(daemon, as)) {
        service.subscribe(sent, target);
        IOException cause = target.why.get(WAIT_SECONDS, TimeUnit.SECONDS);
        assertThat(cause).hasMessageContaining(reason);
        assertThat(RefusedException.refusal(cause).code()).isEqualTo(code);
      }
    }
    for (String name : List.of("node/siteA/node1", "site/siteA")) {
      assertThat(lab.audited(name)).contains("\"decision\":\"refused\"", "subscribes", reason);
    }
  }

  @Test
  void subscribe_withTheGrantOfAnother_isRefused() throws Exception {
    assertRefused(bob, to(PLACE, grant), RefusalCode.PERMISSION, "may not pass on requests");
  }

  @Test
  void subscribe_toTheRequestOfAnother_isRefused() throws Exception {
    Refused target = new Refused();
    try (DialledService service = service(node, bob)) {
      service.subscribe(to(PLACE, signed(bob, events("r1"))), target);
      assertThat(target.why.get(WAIT_SECONDS, TimeUnit.SECONDS)).hasMessageContaining("r1@bob");
    }
  }

  @Test
  void subscribe_withWhatIsNoGrant_isRefused() throws Exception {
    SignedRequest ping =
        signed(alice, events("r1").clearRequestEvents().setPing(Ping.getDefaultInstance()));
    assertRefused(
        alice, to(PLACE, ping), RefusalCode.PERMISSION, "only in answer to a request for events");
    assertRefused(
        alice,
        Subscription.getDefaultInstance(),
        RefusalCode.ARGUMENT,
        "found 0 certificates, expected 1 to 4");
  }

  @Test
  void subscribe_withAnAlteredGrant_isRefused() throws Exception {
    byte[] request = grant.getRequest().toByteArray();
    Random random = new Random(18);
    for (int i = 0; i < 10; i++) {
      byte[] changed = request.clone();
      changed[random.nextInt(changed.length)] ^= (byte) (1 + random.nextInt(255));
      SignedRequest altered = grant.toBuilder().setRequest(ByteString.copyFrom(changed)).build();
      assertRefused(
          alice,
          to(PLACE, altered),
          RefusalCode.PERMISSION,
          "the signature was not made for this request");
    }
  }

  @Test
  void subscribe_toAnotherPlace_isRefused() throws Exception {
    assertRefused(
        alice,
        to("siteA/node2", grant),
        RefusalCode.PERMISSION,
        "the subscription is to events of");
  }

  @Test
  void subscribe_withAGrantOfBeforeTheRequest_isRefused() throws Exception {
    try (Sites sites = Sites.connect(lab.identity("user/alice"), Laboratory.address(node))) {
      sites.cancelEvents("r1");
      Thread.sleep(5);
      lab.opened(sites.events(ActivationRequest.of("r1", "transfer.end")));
      Refused target = new Refused();
      try (DialledService service = service(node, alice)) {
        service.subscribe(to(PLACE, grant), target);
        assertThat(target.why.get(WAIT_SECONDS, TimeUnit.SECONDS))
            .hasMessageContaining("was made again later");
      }
    }
  }

  @Test
  void subscribe_fromAPositionThatIsNone_isRefused() throws Exception {
    for (long from : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      Refused target = new Refused();
      try (DialledService service = service(node, alice)) {
        service.subscribe(to(PLACE, grant).toBuilder().setFrom(from).build(), target);
        IOException cause = target.why.get(WAIT_SECONDS, TimeUnit.SECONDS);
        assertThat(RefusedException.refusal(cause).code()).isEqualTo(RefusalCode.ARGUMENT);
      }
    }
  }

  @Test
  void receive_messagesOutOfOrder_endTheCall() throws Exception {
    ReceiveRequest subscribe = ReceiveRequest.newBuilder().setSubscribe(to(PLACE, grant)).build();
    ReceiveRequest acknowledge = ReceiveRequest.newBuilder().setAcknowledge(0).build();
    assertEnds("the first message must subscribe", acknowledge);
    assertEnds("the first message must subscribe", ReceiveRequest.getDefaultInstance());
    assertEnds("all later ones must acknowledge", subscribe, subscribe);
    for (long position : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertEnds(
          "position", subscribe, ReceiveRequest.newBuilder().setAcknowledge(position).build());
    }
  }

  private void assertEnds(String reason, ReceiveRequest... messages) throws Exception {
    for (SitesDaemon daemon : List.of(node, site)) {
      CompletableFuture<EventBlock> end = new CompletableFuture<>();
      ManagedChannel channel =
          NettyChannelBuilder.forTarget("dns:///" + Laboratory.address(daemon))
              .sslContext(alice.client(any -> true))
              .build();
      try {
        StreamObserver<ReceiveRequest> out = SitesGrpc.newStub(channel).receive(new Ended(end));
        for (ReceiveRequest message : messages) {
          out.onNext(message);
        }
        assertThat(end)
            .as(reason)
            .failsWithin(WAIT_SECONDS, TimeUnit.SECONDS)
            .withThrowableOfType(Exception.class)
            .withMessageContaining(reason);
      } finally {
        channel.shutdownNow();
      }
    }
  }

  private record Ended(CompletableFuture<EventBlock> end) implements StreamObserver<EventBlock> {
    @Override
    public void onNext(EventBlock block) {
      end.complete(block);
    }

    @Override
    public void onError(Throwable failure) {
      end.completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {
      end.complete(EventBlock.getDefaultInstance());
    }
  }
}
