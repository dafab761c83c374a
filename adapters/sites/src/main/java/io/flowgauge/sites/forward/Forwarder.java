package io.flowgauge.sites.forward;

import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.request.Documents;
import io.flowgauge.sites.request.Gate;
import io.flowgauge.sites.request.RefusedException;
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
 * A site or a hub: passes a request on to all destinations it may be for at once, and puts their
 * replies together. What a destination refuses, or that it cannot be reached, is a reply as well.
 * Thread-safe.
 */
public final class Forwarder implements Responder {
  private static final double SHARE = 0.9;

  private final Gate gate;
  private final Supplier<List<Destination>> destinations;
  private final UnaryOperator<List<PlaceReply>> sums;

  private Forwarder(
      Gate gate, Supplier<List<Destination>> destinations, UnaryOperator<List<PlaceReply>> sums) {
    this.gate = gate;
    this.destinations = destinations;
    this.sums = sums;
  }

  /** A site, which sums up the sums of its nodes. */
  public static Forwarder site(String name, Gate gate, DestinationFile nodes) {
    return new Forwarder(gate, nodes::dialled, replies -> SiteSums.of(name, replies));
  }

  /** A hub, which leaves the sums of its sites apart. */
  public static Forwarder hub(Gate gate, DestinationFile called, AttendingSites calling) {
    return new Forwarder(
        gate,
        () -> {
          List<Destination> all = new ArrayList<>(calling.all());
          all.addAll(called.dialled());
          return all;
        },
        UnaryOperator.identity());
  }

  @Override
  public CompletableFuture<Reply> answer(SignedRequest signed, SpiffeId peer, Duration left) {
    Request request;
    try {
      request = gate.admit(signed, peer, admitted -> {}).request();
    } catch (RefusedException e) {
      return CompletableFuture.failedFuture(e);
    }
    Duration share = Duration.ofNanos((long) (left.toNanos() * SHARE));
    List<CompletableFuture<List<PlaceReply>>> replies =
        destinations.get().stream()
            .filter(one -> PlacePattern.mayHold(one.name(), request.getPlacesList()))
            .map(one -> ask(one, signed, share))
            .toList();
    return CompletableFuture.allOf(replies.toArray(new CompletableFuture<?>[0]))
        .thenApply(nothing -> replies.stream().flatMap(one -> one.join().stream()).toList())
        .thenApply(all -> request.hasIrlForSums() ? sums.apply(all) : all)
        .thenApply(all -> Reply.newBuilder().addAllPlaces(all).build());
  }

  private static CompletableFuture<List<PlaceReply>> ask(
      Destination destination, SignedRequest signed, Duration left) {
    return destination
        .send(signed, left)
        .handle(
            (reply, failure) ->
                failure == null
                    ? reply.getPlacesList()
                    : List.of(
                        Documents.refused(destination.name(), RefusedException.refusal(failure))));
  }
}
