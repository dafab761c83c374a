package io.flowgauge.sites.forward;

import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.request.Documents;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.request.RequestAdmission;
import io.flowgauge.sites.service.Responder;
import io.flowgauge.sites.stream.EventMirrors;
import io.flowgauge.sites.stream.EventReader;
import io.flowgauge.sites.wire.PlaceReply;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.Subscription;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A site or a hub: passes a request on to all services that may hold its places, at the same time,
 * and combines their replies. If one of them refuses or cannot be reached, that refusal is part of
 * the combined reply. Thread-safe.
 */
public final class ForwardingService implements Responder, AutoCloseable {
  private static final double SHARE = 0.9;

  private final RequestAdmission admission;
  private final Supplier<List<Downstream>> downstream;
  private final UnaryOperator<List<PlaceReply>> sums;
  private final EventMirrors mirrors;

  private ForwardingService(
      RequestAdmission admission,
      EventStore store,
      Supplier<List<Downstream>> downstream,
      UnaryOperator<List<PlaceReply>> sums)
      throws IOException {
    this.admission = admission;
    this.downstream = downstream;
    this.sums = sums;
    mirrors = new EventMirrors(store.folder(), store.limit(), this::subscribeDownstream);
  }

  /**
   * The folder that stores events on their way.
   *
   * @param limit most bytes for each request and place
   */
  public record EventStore(Path folder, long limit) {}

  /**
   * Creates a site, which adds up the sums of its nodes.
   *
   * @throws IOException if the store cannot be used
   */
  public static ForwardingService site(
      String name, RequestAdmission admission, EventStore store, PlacesFile nodes)
      throws IOException {
    return new ForwardingService(
        admission, store, nodes::dialled, replies -> SiteSums.of(name, replies));
  }

  /**
   * Creates a hub, which reports the sums of each site separately.
   *
   * @throws IOException if the store cannot be used
   */
  public static ForwardingService hub(
      RequestAdmission admission, EventStore store, PlacesFile called, AttendingSites calling)
      throws IOException {
    return new ForwardingService(
        admission,
        store,
        () -> {
          List<Downstream> all = new ArrayList<>(calling.all());
          all.addAll(called.dialled());
          return all;
        },
        UnaryOperator.identity());
  }

  @Override
  public CompletableFuture<Reply> answer(SignedRequest signed, SpiffeId peer, Duration timeLeft) {
    Request request;
    try {
      request = admission.admit(signed, peer, admitted -> {}).request();
    } catch (RefusedException e) {
      return CompletableFuture.failedFuture(e);
    }
    Duration share = Duration.ofNanos((long) (timeLeft.toNanos() * SHARE));
    List<CompletableFuture<List<PlaceReply>>> replies =
        downstream.get().stream()
            .filter(one -> PlacePattern.mayHold(one.name(), request.getPlacesList()))
            .map(one -> ask(one, signed, share))
            .toList();
    return CompletableFuture.allOf(replies.toArray(new CompletableFuture<?>[0]))
        .thenApply(nothing -> replies.stream().flatMap(one -> one.join().stream()).toList())
        .thenApply(all -> request.hasIrlForSums() ? sums.apply(all) : all)
        .thenApply(all -> Reply.newBuilder().addAllPlaces(all).build());
  }

  private static CompletableFuture<List<PlaceReply>> ask(
      Downstream one, SignedRequest signed, Duration timeLeft) {
    return one.send(signed, timeLeft)
        .handle(
            (reply, failure) ->
                failure == null
                    ? reply.getPlacesList()
                    : List.of(Documents.refused(one.name(), RefusedException.refusal(failure))));
  }

  @Override
  public EventSubscription subscribe(Subscription subscription, SpiffeId peer, EventTarget target)
      throws RefusedException {
    Request request =
        admission.admit(subscription, peer, one -> checkPlace(one, subscription)).request();
    return mirrors.subscribe(subscription, request, target);
  }

  private void checkPlace(RequestAdmission.Admitted admitted, Subscription subscription)
      throws RefusedException {
    String place = subscription.getPlace();
    if (!admitted.isFor(place)) {
      throw new RefusedException(
          RefusalCode.PERMISSION,
          "the subscription is to events of "
              + place
              + ", but the request is for "
              + admitted.request().getPlacesList());
    }
    if (downstreamFor(place).isEmpty()) {
      throw absence(place);
    }
  }

  private Optional<Downstream> downstreamFor(String place) {
    return downstream.get().stream()
        .filter(one -> PlacePattern.mayHold(one.name(), List.of(place)))
        .findFirst();
  }

  private static RefusedException absence(String place) {
    return new RefusedException(RefusalCode.ARGUMENT, "there is no place '" + place + "' here");
  }

  private EventSubscription subscribeDownstream(Subscription subscription, EventTarget target) {
    Optional<Downstream> one = downstreamFor(subscription.getPlace());
    if (one.isEmpty()) {
      new EventReader(target).fail(absence(subscription.getPlace()));
      return EventSubscription.NONE;
    }
    return one.get().subscribe(subscription, target);
  }

  @Override
  public void close() {
    mirrors.close();
  }
}
