package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.VirtualMachine;
import io.flowgauge.instrumentation.jvm.program.Obedient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What an attachment leaves to the next. */
class AttachAgainTest {
  private final JvmProvider provider = new JvmProvider();

  private static JavaProgram start() throws IOException {
    JavaProgram program = JavaProgram.start(JavaProgram.command(List.of(), Obedient.class));
    assertThat(program.line()).isEqualTo("ready");
    return program;
  }

  /** As one that is killed while the agent gets ready for the first time. */
  @Test
  void attach_afterAProviderThatHasGone_isDone() throws Exception {
    try (JavaProgram program = start();
        Folder folder = Folder.create(Optional.empty())) {
      CompletableFuture<Void> gone = CompletableFuture.runAsync(() -> takeAndClose(folder));
      VirtualMachine machine = VirtualMachine.attach("" + program.pid());
      assertThatThrownBy(() -> machine.loadAgent(folder.jar().toString(), folder.path().toString()))
          .isInstanceOf(AgentInitializationException.class);
      machine.detach();
      gone.join();

      provider.attach(program.pid()).orThrow().close();
    }
  }

  private static void takeAndClose(Folder folder) {
    try {
      AgentLink.accept(folder.server(), Duration.ofSeconds(20), () -> true).close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
