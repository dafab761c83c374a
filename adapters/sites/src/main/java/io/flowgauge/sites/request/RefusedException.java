package io.flowgauge.sites.request;

import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.netty.handler.ssl.NotSslRecordException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.util.concurrent.TimeoutException;

/** Says that a service refuses a request as a whole. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final String LATE = "gave no answer in time; allow more time for it";

  /**
   * How Netty begins the message about a failed connection; the rest of it lists Netty's handlers.
   */
  private static final String NETTY = "io exception";

  private final transient Refusal refusal;

  /** Creates an exception with the code and message of a refusal. */
  public RefusedException(RefusalCode code, String message) {
    super(message);
    this.refusal = new Refusal(code, message);
  }

  /** Returns why the request was refused. */
  public Refusal refusal() {
    return refusal;
  }

  /** Whether the same request would be refused again, however often it is repeated. */
  public static boolean isFinal(Refusal refusal) {
    return refusal.code() == RefusalCode.PERMISSION || refusal.code() == RefusalCode.ARGUMENT;
  }

  /** Returns the refusal as a gRPC status. */
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

  /** Returns why a call of a service failed. */
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

  /** Prefers what is wrong with a certificate: later Java versions put a TLS alert before it. */
  private static String reason(Throwable cause) {
    for (Throwable one = cause; one != null; one = one.getCause()) {
      if (one instanceof CertificateException) {
        return one.getMessage();
      }
    }
    return text(cause);
  }

  /** Describes a failure, even one without a message, as of a connection that was closed. */
  private static String text(Throwable cause) {
    if (cause instanceof ClosedChannelException) {
      return "it was closed";
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }

  private static String message(Status status) {
    String description = status.getDescription() == null ? "" : status.getDescription();
    Throwable cause = status.getCause();
    if (cause instanceof NotSslRecordException) { // Its message lists all bytes received.
      return "no connection: the service there does not use TLS";
    }
    if (cause != null && description.startsWith(NETTY)) {
      return "no connection: " + reason(cause);
    }
    return (description.isEmpty() ? status.getCode().toString() : description)
        + (cause == null ? "" : ": " + text(cause));
  }
}
