package io.flowgauge.sites.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.Test;

class RefusedExceptionTest {
  private static String message(Status status) {
    return RefusedException.refusal(status.asRuntimeException()).message();
  }

  @Test
  void refusal_causeWithoutMessage_isDescribed() {
    Status noConnection = Status.UNAVAILABLE.withDescription("io exception\nChannel Pipeline: []");
    assertThat(message(noConnection.withCause(new ClosedChannelException())))
        .isEqualTo("no connection: it was closed");
    assertThat(message(noConnection.withCause(new IOException())))
        .isEqualTo("no connection: java.io.IOException");
    assertThat(message(noConnection.withCause(new IOException("Broken pipe"))))
        .isEqualTo("no connection: Broken pipe");
    assertThat(message(Status.UNKNOWN.withCause(new ClosedChannelException())))
        .isEqualTo("UNKNOWN: it was closed");
  }
}
