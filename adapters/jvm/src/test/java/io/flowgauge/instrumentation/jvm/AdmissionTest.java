package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.LaunchStreams;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.jvm.program.Obedient;
import io.flowgauge.testsupport.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdmissionTest {
  private static final int NOBODY = 65534;

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

  /**
   * A virtual machine that does not yet handle signals would be ended by the signal that starts the
   * attach listener.
   */
  @Test
  void attach_virtualMachineThatIsStarting_isRefusedAndUnharmed() throws Exception {
    ProcessBuilder builder = new ProcessBuilder("env", "--default-signal=QUIT", "sleep", "60");
    Path machine = Path.of(System.getProperty("java.home"), "lib", "server", "libjvm.so");
    builder.environment().put("LD_PRELOAD", machine.toString());
    Process sleep = builder.start();
    try {
      Eventually.await("sleep", () -> sleep.info().command().orElse("").endsWith("sleep"));
      Eventually.await("it", () -> ProcFiles.hasVirtualMachine(sleep.pid()).orElse(false));
      Refusal refusal =
          new JvmProvider(Duration.ofMillis(300)).attach(sleep.pid()).refusal().orElseThrow();
      assertThat(refusal.code()).isEqualTo(RefusalCode.NO_ATTACH);
      assertThat(sleep.isAlive()).isTrue();
    } finally {
      sleep.destroyForcibly().waitFor();
    }
  }

  /** Prints the installed providers and why each is unavailable. */
  static final class Installed {
    private Installed() {}

    /** Needs no arguments. */
    public static void main(String[] arguments) {
      Instrumentation.providers()
          .forEach(each -> System.out.println(each.name() + ": " + each.unavailable()));
    }
  }

  @Test
  void unavailable_runtimeWithoutAttachApi_saysSo() throws Exception {
    List<String> command =
        List.of(
            JavaProgram.java(),
            "--limit-modules=java.logging",
            "-cp",
            System.getProperty("java.class.path"),
            Installed.class.getName());
    try (JavaProgram program = JavaProgram.start(command)) {
      assertThat(program.line()).startsWith("jvm: ").contains("UNSUPPORTED", "jdk.attach");
    }
  }

  /** As a tracker attaches when the kernel notifies it of a start. */
  @Test
  void attach_programThatHasJustBeenStarted_isDone() throws Exception {
    try (JavaProgram program = JavaProgram.start(Obedient.class)) {
      provider.attach(program.pid()).orThrow().close();
      assertThat(program.line()).isEqualTo("ready");
    }
  }

  @Test
  void attach_virtualMachineThatLeavesSignalsAlone_isDone() throws Exception {
    try (JavaProgram program = obedient("-Xrs")) {
      provider.attach(program.pid()).orThrow().close();
      assertThat(program.ask("run 1 1")).isEqualTo("done");
    }
  }

  /**
   * A process that is not known to be a virtual machine must not be sent a signal that could end
   * it.
   */
  @Test
  void attach_processWhoseMapsAreHidden_isRefusedAtOnce() {
    Assumptions.assumeTrue(
        ProcFiles.hasVirtualMachine(1).isEmpty() && Admission.mayAttach(1),
        "skipped: the maps of process 1 can be seen, or it is another user's");
    Refusal refusal = refusal(1);
    assertThat(refusal.code()).isEqualTo(RefusalCode.PERMISSION);
    assertThat(refusal.message()).contains("may not be read");
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

  /**
   * Root may attach, as with jcmd; done twice, as the second attachment meets the remains of the
   * first.
   */
  @Test
  void attach_byRootToAnotherUsersProcess_measures(@TempDir Path folder) throws Exception {
    Assumptions.assumeTrue(
        ProcFiles.user(ProcessHandle.current().pid()).equals(Optional.of(0))
            && Files.isExecutable(Path.of("/usr/bin/setpriv")),
        "skipped: starting a process as another user takes root and setpriv");
    List<String> command =
        new ArrayList<>(
            List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
    command.addAll(JavaProgram.command(List.of(), readable(folder), Obedient.class));
    try (JavaProgram program = JavaProgram.start(command)) {
      Assumptions.assumeTrue("ready".equals(program.line()), "skipped: nobody may not run java");
      assertThat(provider.processes()).anyMatch(each -> each.pid() == program.pid());
      for (int k = 0; k < 2; k++) {
        try (InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
          process.instrument(SensorRequest.of("*Obedient:leaf*")).orThrow();
          assertThat(program.ask("run 1 100")).isEqualTo("done");
          assertThat(process.profile().regions()).anyMatch(region -> region.calls() == 300);
        }
      }
    }
  }

  /** Copies the test programs so that any user may read them. */
  private static Path readable(Path folder) throws IOException {
    Set<PosixFilePermission> all = PosixFilePermissions.fromString("rwxr-xr-x");
    Files.setPosixFilePermissions(folder, all);
    Path classes = JavaProgram.CLASSES;
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(each -> each.toString().contains("program")).toList()) {
        Path copy = folder.resolve(classes.relativize(file));
        Files.createDirectories(
            Files.isDirectory(file) ? copy : copy.getParent(),
            PosixFilePermissions.asFileAttribute(all));
        if (!Files.isDirectory(file)) {
          Files.copy(file, copy);
        }
      }
    }
    return folder;
  }

  @Test
  void launch_otherCommand_isRefused() {
    Refusal refusal = provider.launch(LaunchRequest.of("sleep", "1")).refusal().orElseThrow();
    assertThat(refusal.code()).isEqualTo(RefusalCode.UNSUPPORTED);
  }

  @Test
  void launch_withStreams_writesFiles(@TempDir Path folder) throws Exception {
    Path output = folder.resolve("out");
    Path errors = folder.resolve("err");
    LaunchRequest request =
        LaunchRequest.of(JavaProgram.java(), "--list-modules")
            .withStreams(new LaunchStreams(Path.of("/dev/null"), output, errors));
    try (InstrumentedProcess process = provider.launch(request).orThrow()) {
      process.resume().orThrow();
      Eventually.await("its end", () -> process.status().state() == ProcessStatus.State.EXITED);
    }
    assertThat(output).content().contains("java.base");
    assertThat(errors).isEmptyFile();
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
