package io.flowgauge.sites.service;

import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.wire.AttendReply;
import io.flowgauge.sites.wire.AttendRequest;
import io.grpc.stub.StreamObserver;

/** Accepts the calls of sites to their hub. Thread-safe. */
@FunctionalInterface
public interface Attended {
  /** Refuses all calls, for nodes and sites. */
  Attended NONE =
      (site, requests) -> {
        throw new RefusedException(RefusalCode.PERMISSION, "only a hub accepts calls of sites");
      };

  /**
   * Accepts the call of a site.
   *
   * @param requests receives the requests that the site is to answer
   * @return an observer for the site's replies
   * @throws RefusedException if the caller is not a site that may call
   */
  StreamObserver<AttendReply> attend(SpiffeId site, StreamObserver<AttendRequest> requests)
      throws RefusedException;

  /** Ends the calls of sites, each once all its requests are answered. The sites may call again. */
  default void end() {}
}
