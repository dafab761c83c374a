package io.flowgauge.sites.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.sites.wire.ListProcesses;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.SignedRequest;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalMutatorTest {
  @TempDir private Path folder;

  private static InstrumentationProvider unlinked() {
    return (InstrumentationProvider)
        Proxy.newProxyInstance(
            LocalMutatorTest.class.getClassLoader(),
            new Class<?>[] {InstrumentationProvider.class},
            (self, method, arguments) -> {
              if (method.getName().equals("name")) {
                return "unlinked";
              }
              throw new UnsatisfiedLinkError("of the provider");
            });
  }

  /** Otherwise the requester would wait until its time is up, and not learn why. */
  @Test
  void perform_providerThrowsAnError_isAnswered() throws Exception {
    Request request =
        Request.newBuilder()
            .setProvider("unlinked")
            .setListProcesses(ListProcesses.getDefaultInstance())
            .build();
    try (LocalMutator mutator =
        new LocalMutator("s/n", List.of(unlinked()), folder.resolve("events").toString())) {
      CompletableFuture<Reply> reply =
          mutator.perform(
              SignedRequest.newBuilder().setRequest(request.toByteString()).build(),
              Duration.ofSeconds(60));
      assertThat(reply)
          .failsWithin(Duration.ofSeconds(30))
          .withThrowableThat()
          .withRootCauseInstanceOf(UnsatisfiedLinkError.class);
    }
  }
}
