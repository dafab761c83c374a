package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import io.flowgauge.instrumentation.jvm.agent.core.AgentProtocol;
import io.flowgauge.instrumentation.jvm.program.Obedient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What one attachment leaves behind for the next. */
class AttachAgainTest {
  private final JvmProvider provider = new JvmProvider();

  private static JavaProgram start() throws IOException {
    JavaProgram program = JavaProgram.start(JavaProgram.command(List.of(), Obedient.class));
    assertThat(program.line()).isEqualTo("ready");
    return program;
  }

  /** As after a provider that is killed while the agent starts for the first time. */
  @Test
  void attach_afterAProviderThatHasGone_isDone() throws Exception {
    try (JavaProgram program = start();
        Folder folder = Folder.create(Optional.empty())) {
      CompletableFuture<Void> gone = CompletableFuture.runAsync(() -> takeAndClose(folder));
      VirtualMachine machine = VirtualMachine.attach("" + program.pid());
      machine.loadAgent(folder.jar().toString(), folder.path().toString());
      machine.detach();
      gone.join();

      provider.attach(program.pid()).orThrow().close();
    }
  }

  private static void takeAndClose(Folder folder) {
    try {
      AgentLink.accept(folder.server(), Duration.ofSeconds(20), () -> true).close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The jar's path stays on the program's class path: if the program opened it after its removal,
   * somebody could have put another file there.
   */
  @Test
  void attach_inAnotherFolder_leavesNoJarThatIsStillToBeOpened() throws Exception {
    try (JavaProgram program = start()) {
      provider.attach(program.pid()).orThrow().close();
      Path folder = Files.createDirectory(known(program));
      try {
        provider.attach(program.pid()).orThrow().close();
      } finally {
        Files.delete(folder);
      }
      assertThat(known(program)).isNotEqualTo(folder);
      assertThat(jars(program)).isEqualTo(2);
    }
  }

  private static Path known(JavaProgram program) throws Exception {
    VirtualMachine machine = VirtualMachine.attach("" + program.pid());
    try {
      return Path.of(machine.getSystemProperties().getProperty(AgentProtocol.FOLDER_PROPERTY));
    } finally {
      machine.detach();
    }
  }

  /** Returns how many jars of the agent the program has open. */
  private static long jars(JavaProgram program) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/" + program.pid() + "/fd"))) {
      return files.filter(AttachAgainTest::isJar).count();
    }
  }

  private static boolean isJar(Path file) {
    try {
      return Files.readSymbolicLink(file).toString().contains("/" + AgentProtocol.JAR);
    } catch (IOException e) {
      return false; // Closed meanwhile.
    }
  }
}
