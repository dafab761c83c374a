package io.flowgauge.sites.service;

import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.request.RequestAdmission;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.util.Set;

/**
 * Notes calls that fail before they reach the service, for example because they are too large.
 * Thread-safe.
 */
final class RefusedCalls extends ServerStreamTracer.Factory {
  private static final Set<Status.Code> NOTED =
      Set.of(
          Status.Code.RESOURCE_EXHAUSTED,
          Status.Code.DEADLINE_EXCEEDED,
          Status.Code.UNAUTHENTICATED,
          Status.Code.UNIMPLEMENTED,
          Status.Code.INTERNAL);

  private final RequestAdmission admission;

  RefusedCalls(RequestAdmission admission) {
    this.admission = admission;
  }

  @Override
  public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
    return new ServerStreamTracer() {
      private volatile String peer = "unknown";

      @Override
      public void serverCallStarted(ServerCallInfo<?, ?> call) {
        peer = String.valueOf(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
      }

      @Override
      public void streamClosed(Status status) {
        if (NOTED.contains(status.getCode())) {
          String message = method + ": " + status.getCode() + " " + status.getDescription();
          admission.refused(peer, new Refusal(RefusalCode.ARGUMENT, message));
        }
      }
    };
  }
}
