package io.flowgauge.instrumentation.jvm;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import com.sun.tools.attach.spi.AttachProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.jvm.agent.core.AgentProtocol;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * Attaches to virtual machines with the JDK's attach API. Separate from the provider, which must
 * load, and say what is missing, on Java runtimes without this API. Stateless and thread-safe.
 */
final class AttachApi {
  private static final int OLDEST_JAVA = 17;

  /** Short, because the agent has connected by the time it is loaded. */
  private static final Duration REPORTS_WITHIN = Duration.ofSeconds(2);

  private static final long LOOK_EVERY_MILLIS = 5;

  /** The thread that HotSpot starts last before the program. */
  private static final String LAST_THREAD = "Notification Th";

  private AttachApi() {}

  static boolean isAvailable() {
    return !AttachProvider.providers().isEmpty();
  }

  static List<TargetProcess> processes() {
    return VirtualMachine.list().stream()
        .flatMap(each -> describe(each).stream())
        .filter(each -> each.pid() != ProcessHandle.current().pid())
        .filter(each -> Admission.mayAttach(each.pid()))
        .sorted(Comparator.comparingLong(TargetProcess::pid))
        .toList();
  }

  private static Optional<TargetProcess> describe(VirtualMachineDescriptor machine) {
    return machine.id().matches("[0-9]{1,9}")
        ? ProcessHandle.of(Long.parseLong(machine.id()))
            .map(handle -> JavaTarget.describe(handle, mainClass(machine.displayName())))
        : Optional.empty();
  }

  /** Returns the main class of a command line, or its jar. */
  private static String mainClass(String commandLine) {
    String program = commandLine.strip().split("\\s+", 2)[0];
    return program.endsWith(".jar") ? program.substring(program.lastIndexOf('/') + 1) : program;
  }

  static Outcome<InstrumentedProcess> attach(ProcessHandle handle) {
    long pid = handle.pid();
    try {
      awaitListener(handle);
      return attach(handle, VirtualMachine.attach(Long.toString(pid)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Outcome.refused(
          RefusalCode.NO_ATTACH, "attaching to " + ProcFiles.describe(pid) + " was interrupted");
    } catch (AttachNotSupportedException | IOException e) {
      return handle.isAlive()
          ? Outcome.refused(
              RefusalCode.NO_ATTACH,
              "the virtual machine of "
                  + ProcFiles.describe(pid)
                  + " refuses attachment: "
                  + messageOf(e))
          : new Outcome.Refused<>(Admission.noProcess(pid));
    }
  }

  /**
   * Waits until the virtual machine handles the signal that wakes its attach listener. A virtual
   * machine that is starting would be ended by the signal at first, and later not answer it until
   * it has started.
   */
  private static void awaitListener(ProcessHandle handle) throws InterruptedException, IOException {
    long pid = handle.pid();
    long begin = System.nanoTime();
    while (handle.isAlive()
        && !ProcFiles.hasThread(pid, LAST_THREAD)
        && System.nanoTime() - begin < Admission.LONGEST_START.toNanos()) {
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
    while (handle.isAlive() && !ProcFiles.mayListen(pid)) {
      if (System.nanoTime() - begin > JvmProvider.ANSWERS_WITHIN.toNanos()) {
        throw new IOException("it does not accept requests to attach");
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
  }

  private static Outcome<InstrumentedProcess> attach(ProcessHandle handle, VirtualMachine machine)
      throws IOException {
    try {
      Properties properties = machine.getSystemProperties();
      String version = properties.getProperty("java.specification.version", "");
      if (!isSupported(version)) {
        return Outcome.refused(
            RefusalCode.UNSUPPORTED,
            ProcFiles.describe(handle.pid())
                + " runs Java "
                + version
                + "; the agent needs 17 or later");
      }
      String command = properties.getProperty("sun.java.command", "");
      return load(machine, known(properties), JavaTarget.of(handle, mainClass(command)));
    } finally {
      machine.detach();
    }
  }

  private static boolean isSupported(String version) {
    return version.matches("[0-9]{1,6}") && Integer.parseInt(version) >= OLDEST_JAVA;
  }

  /** Returns the folder in which this virtual machine met a provider before. */
  private static Optional<Path> known(Properties properties) {
    String folder = properties.getProperty(AgentProtocol.FOLDER_PROPERTY);
    try {
      return Optional.ofNullable(folder).map(Path::of).filter(Path::isAbsolute);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static Folder folder(Optional<Path> known, long pid) throws IOException {
    Optional<Integer> user = ProcFiles.user(pid);
    return Admission.isOwn(pid) || user.isEmpty()
        ? Folder.create(known)
        : Folder.createFor(user.get());
  }

  private static Outcome<InstrumentedProcess> load(
      VirtualMachine machine, Optional<Path> known, JavaTarget target) throws IOException {
    Folder folder;
    try {
      folder = folder(known, target.process().pid());
    } catch (IOException e) {
      return Folder.refused(e);
    }
    Outcome<InstrumentedProcess> outcome = Outcome.refused(RefusalCode.HELPER, "not attached");
    try {
      machine.loadAgent(folder.jar().toString(), folder.path().toString());
      Optional<String> failure = folder.failure();
      outcome =
          failure.isPresent()
              ? Outcome.refused(RefusalCode.HELPER, "the agent did not start: " + failure.get())
              : AgentHandshake.begin(folder, target, REPORTS_WITHIN, false);
    } catch (AgentLoadException e) {
      outcome =
          Outcome.refused(
              RefusalCode.NO_ATTACH,
              "the virtual machine did not load the agent; it must be started without"
                  + " -XX:-EnableDynamicAgentLoading, and see the same file system as this process: "
                  + messageOf(e));
    } catch (AgentInitializationException e) {
      outcome = Outcome.refused(RefusalCode.HELPER, "the agent did not start: " + messageOf(e));
    } finally {
      if (outcome instanceof Outcome.Refused) {
        folder.abandon();
      } else {
        folder.close();
      }
    }
    return outcome;
  }

  private static String messageOf(Exception e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
