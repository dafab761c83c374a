package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.jvm.program.Obedient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private final JvmProvider provider = new JvmProvider();

  private Refusal refusal(long pid) {
    return provider.attach(pid).refusal().orElseThrow();
  }

  private static JavaProgram obedient(String... options) throws IOException {
    JavaProgram program = JavaProgram.start(JavaProgram.command(List.of(options), Obedient.class));
    assertThat(program.line()).isEqualTo("ready");
    return program;
  }

  @Test
  void attach_nativeProgram_isRefusedAndUnharmed() throws Exception {
    Process sleep = new ProcessBuilder("sleep", "60").start();
    try {
      Refusal refusal = refusal(sleep.pid());
      assertThat(refusal.code()).isEqualTo(RefusalCode.UNSUPPORTED);
      assertThat(refusal.message()).contains("is not a Java virtual machine");
      Thread.sleep(100);
      assertThat(sleep.isAlive()).isTrue();
    } finally {
      sleep.destroyForcibly().waitFor();
    }
  }

  @Test
  void attach_disabledMechanism_isRefusedAndPrintsNothing() throws Exception {
    try (JavaProgram program = obedient("-XX:+DisableAttachMechanism")) {
      assertThat(refusal(program.pid()).code()).isEqualTo(RefusalCode.NO_ATTACH);
      assertThat(program.ask("run 1 1")).as("not a dump of stacks").isEqualTo("done");
    }
  }

  @Test
  void attach_agentsForbidden_isRefused() throws Exception {
    try (JavaProgram program = obedient("-XX:-EnableDynamicAgentLoading")) {
      Refusal refusal = refusal(program.pid());
      assertThat(refusal.code()).isEqualTo(RefusalCode.NO_ATTACH);
      assertThat(refusal.message()).contains("EnableDynamicAgentLoading");
      assertThat(program.ask("run 1 1")).isEqualTo("done");
    }
  }

  @Test
  void attach_thisProcess_isRefused() {
    assertThat(refusal(ProcessHandle.current().pid()).code()).isEqualTo(RefusalCode.ARGUMENT);
  }

  @Test
  void attach_anotherUsersProcess_isRefused() throws Exception {
    Assumptions.assumeTrue(
        ProcFiles.user(ProcessHandle.current().pid()).equals(java.util.Optional.of(0L))
            && Files.isExecutable(Path.of("/usr/bin/setpriv")),
        "starting a process as another user takes root and setpriv");
    Process other =
        new ProcessBuilder(
                "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "sleep", "60")
            .start();
    try {
      Thread.sleep(200);
      assertThat(refusal(other.pid()).code()).isEqualTo(RefusalCode.PERMISSION);
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  @Test
  void launch_otherCommand_isRefused() {
    Refusal refusal = provider.launch(LaunchRequest.of("sleep", "1")).refusal().orElseThrow();
    assertThat(refusal.code()).isEqualTo(RefusalCode.UNSUPPORTED);
  }

  @Test
  void launch_javaThatDoesNotStart_isRefused() {
    Refusal refusal =
        provider
            .launch(LaunchRequest.of(JavaProgram.java(), "-XX:NoSuchOption=1", "Main"))
            .refusal()
            .orElseThrow();
    assertThat(refusal.code()).isEqualTo(RefusalCode.NO_PROCESS);
  }
}
