package io.flowgauge.sites.service;

import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.wire.AttendReply;
import io.flowgauge.sites.wire.AttendRequest;
import io.grpc.stub.StreamObserver;

/** Takes sites that call their hub. Thread-safe. */
@FunctionalInterface
public interface Attended {
  /** That of a node or a site. */
  Attended NONE =
      (site, requests) -> {
        throw new RefusedException(RefusalCode.PERMISSION, "only a hub takes sites that attend");
      };

  /**
   * Takes a site.
   *
   * @param requests receives what the site is to answer
   * @return receives its replies
   * @throws RefusedException if the caller may not
   */
  StreamObserver<AttendReply> attend(SpiffeId site, StreamObserver<AttendRequest> requests)
      throws RefusedException;

  /** Ends the calls of sites, each once they have answered. Then they may call again. */
  default void end() {}
}
