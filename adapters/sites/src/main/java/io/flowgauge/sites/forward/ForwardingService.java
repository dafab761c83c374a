package io.flowgauge.sites.forward;

import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.request.Documents;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.request.RequestAdmission;
import io.flowgauge.sites.service.Responder;
import io.flowgauge.sites.wire.PlaceReply;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.SignedRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A site or a hub: passes a request on to all services it may be for at once, and puts their
 * replies together. What one of them refuses, or that it cannot be reached, is a reply as well.
 * Thread-safe.
 */
public final class ForwardingService implements Responder {
  private static final double SHARE = 0.9;

  private final RequestAdmission admission;
  private final Supplier<List<Downstream>> downstream;
  private final UnaryOperator<List<PlaceReply>> sums;

  private ForwardingService(
      RequestAdmission admission,
      Supplier<List<Downstream>> downstream,
      UnaryOperator<List<PlaceReply>> sums) {
    this.admission = admission;
    this.downstream = downstream;
    this.sums = sums;
  }

  /** A site, which sums up the sums of its nodes. */
  public static ForwardingService site(String name, RequestAdmission admission, PlacesFile nodes) {
    return new ForwardingService(admission, nodes::dialled, replies -> SiteSums.of(name, replies));
  }

  /** A hub, which leaves the sums of its sites apart. */
  public static ForwardingService hub(
      RequestAdmission admission, PlacesFile called, AttendingSites calling) {
    return new ForwardingService(
        admission,
        () -> {
          List<Downstream> all = new ArrayList<>(calling.all());
          all.addAll(called.dialled());
          return all;
        },
        UnaryOperator.identity());
  }

  @Override
  public CompletableFuture<Reply> answer(SignedRequest signed, SpiffeId peer, Duration left) {
    Request request;
    try {
      request = admission.admit(signed, peer, admitted -> {}).request();
    } catch (RefusedException e) {
      return CompletableFuture.failedFuture(e);
    }
    Duration share = Duration.ofNanos((long) (left.toNanos() * SHARE));
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
      Downstream one, SignedRequest signed, Duration left) {
    return one.send(signed, left)
        .handle(
            (reply, failure) ->
                failure == null
                    ? reply.getPlacesList()
                    : List.of(Documents.refused(one.name(), RefusedException.refusal(failure))));
  }
}
