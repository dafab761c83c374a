package io.flowgauge.sites.request;

import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.netty.handler.ssl.NotSslRecordException;
import java.security.cert.CertificateException;
import java.util.concurrent.TimeoutException;

/** A service refuses a request as a whole. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final String LATE = "gave no answer in time; ask again with more time";

  /** How Netty begins what it says of connections that fail; then it lists its own handlers. */
  private static final String NETTY = "io exception";

  private final transient Refusal refusal;

  /** Refuses. */
  public RefusedException(RefusalCode code, String message) {
    super(message);
    this.refusal = new Refusal(code, message);
  }

  /** Why. */
  public Refusal refusal() {
    return refusal;
  }

  /** Whether the same would be refused again, however often it is asked for. */
  public static boolean isFinal(Refusal refusal) {
    return refusal.code() == RefusalCode.PERMISSION || refusal.code() == RefusalCode.ARGUMENT;
  }

  /** As a status of gRPC. */
  public StatusException status() {
    Status status =
        switch (refusal.code()) {
          case PERMISSION -> Status.PERMISSION_DENIED;
          case ARGUMENT -> Status.INVALID_ARGUMENT;
          case LIMIT -> Status.RESOURCE_EXHAUSTED;
          default -> Status.UNAVAILABLE;
        };
    return status.withDescription(refusal.message()).asException();
  }

  /** Why a call of a service failed. */
  public static Refusal refusal(Throwable failure) {
    if (failure instanceof RefusedException refused) {
      return refused.refusal();
    }
    if (failure instanceof StatusRuntimeException || failure instanceof StatusException) {
      return refusal(Status.fromThrowable(failure));
    }
    if (failure instanceof TimeoutException) {
      return new Refusal(RefusalCode.SYSTEM, LATE);
    }
    return failure.getCause() != null && failure.getCause() != failure
        ? refusal(failure.getCause())
        : new Refusal(RefusalCode.SYSTEM, "" + failure);
  }

  private static Refusal refusal(Status status) {
    RefusalCode code =
        switch (status.getCode()) {
          case PERMISSION_DENIED, UNAUTHENTICATED -> RefusalCode.PERMISSION;
          case INVALID_ARGUMENT -> RefusalCode.ARGUMENT;
          case RESOURCE_EXHAUSTED -> RefusalCode.LIMIT;
          default -> RefusalCode.SYSTEM;
        };
    return new Refusal(
        code, status.getCode() == Status.Code.DEADLINE_EXCEEDED ? LATE : message(status));
  }

  /** Later Java versions put the code of TLS before what was wrong with a certificate. */
  private static String reason(Throwable cause) {
    for (Throwable one = cause; one != null; one = one.getCause()) {
      if (one instanceof CertificateException) {
        return one.getMessage();
      }
    }
    return cause.getMessage();
  }

  private static String message(Status status) {
    String description = status.getDescription() == null ? "" : status.getDescription();
    Throwable cause = status.getCause();
    if (cause instanceof NotSslRecordException) { // Its message is all that has come.
      return "no connection: what answers does not speak TLS";
    }
    if (cause != null && description.startsWith(NETTY)) {
      return "no connection: " + reason(cause);
    }
    return (description.isEmpty() ? status.getCode().toString() : description)
        + (cause == null ? "" : ": " + cause.getMessage());
  }
}
