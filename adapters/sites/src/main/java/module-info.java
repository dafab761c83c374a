/** Instrumentation across machines and sites: nodes, sites and hubs, and their client. */
@SuppressWarnings("requires-automatic") // gRPC offers only automatic modules.
module io.flowgauge.sites {
  requires com.fasterxml.jackson.core;
  requires com.google.common;
  requires com.google.protobuf;
  requires io.grpc;
  requires io.grpc.netty;
  requires io.grpc.protobuf;
  requires io.grpc.services;
  requires io.grpc.stub;
  requires io.grpc.util;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;
  requires org.bouncycastle.pkix;
  requires org.bouncycastle.provider;
  requires io.flowgauge.resources;
  requires transitive io.flowgauge.activation;
  requires transitive io.flowgauge.instrumentation;

  exports io.flowgauge.sites;
}
