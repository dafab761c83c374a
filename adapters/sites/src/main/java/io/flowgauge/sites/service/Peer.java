package io.flowgauge.sites.service;

import io.flowgauge.sites.identity.SpiffeId;
import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Gives a call the identity of its caller, from the certificate of its connection. Thread-safe. */
final class Peer implements ServerInterceptor {
  private static final Context.Key<SpiffeId> KEY = Context.key("peer");

  /** Returns the identity of the current call's caller. */
  static SpiffeId current() {
    return KEY.get();
  }

  /**
   * Returns the identity in the certificate of a connection's peer.
   *
   * @throws IllegalArgumentException if there is no certificate with an identity
   */
  static SpiffeId of(Attributes connection) {
    SSLSession session = connection.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    try {
      return SpiffeId.of((X509Certificate) session.getPeerCertificates()[0]);
    } catch (SSLPeerUnverifiedException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    try {
      Context context = Context.current().withValue(KEY, of(call.getAttributes()));
      return Contexts.interceptCall(context, call, headers, next);
    } catch (IllegalArgumentException e) {
      call.close(Status.UNAUTHENTICATED.withDescription(e.getMessage()), new Metadata());
      return new ServerCall.Listener<>() {};
    }
  }
}
