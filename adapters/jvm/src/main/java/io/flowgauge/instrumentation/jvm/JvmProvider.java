package io.flowgauge.instrumentation.jvm;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
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
 * The provider {@code jvm}: regions are the methods of running Java processes (version 17 or later)
 * of this user, or of any user if this one is root. A unit is a loaded class. A region's name is a
 * method with its parameter types, such as {@code run(int,java.lang.String)}, and its linkage name
 * the method with its descriptor; constructors are called {@code <init>}, and lambdas have the
 * compiler's names.
 *
 * <p>A request stays in force until its sensors are taken out: matching classes that are loaded
 * later get their sensors on loading, except classes of the JDK's core, which get none while they
 * are being loaded.
 *
 * <p>The first attachment loads an agent, which cannot be unloaded but does nothing while nobody is
 * attached. Virtual machines from version 21 on print a warning about this, unless started with
 * {@code -XX:+EnableDynamicAgentLoading}. A process that does not answer within 20 s, such as a
 * stopped one, is refused. Calls are timed by the processor's time stamp counter if the kernel
 * keeps time by it and the virtual machine (version 22 or later) reads it faster than {@link
 * System#nanoTime}; otherwise by {@code nanoTime}. The {@code toString} of an instrumented process
 * says which, and why. A method that is running while sensors are put into its class or taken out
 * continues with its old code, which the virtual machine interprets until it returns: a long loop
 * in it becomes slow. A constructor is measured from after its call of another constructor. Virtual
 * threads share thread entries; there are as many entries as threads were ever inside regions at
 * the same time. Beyond 4096 threads, new ones share the entries of ended ones. An attachment has
 * room for 4096 regions, including those that have lost their sensor. If classes loaded later find
 * no room, their methods get no sensor; a check of the same request reports this. Thread-safe.
 */
public final class JvmProvider implements InstrumentationProvider {
  private static final int OLDEST_JAVA = 17;
  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(20);
  private static final Duration REPORTS_WITHIN = Duration.ofSeconds(20);
  private static final Duration LONGEST_START = Duration.ofSeconds(2);
  private static final long LOOK_EVERY_MILLIS = 5;

  /** What HotSpot starts last, before the program. */
  private static final String LAST_THREAD = "Notification Th";

  private final AttachThreads threads;

  /** Creates a provider, as {@link java.util.ServiceLoader} does. */
  public JvmProvider() {
    this(ANSWERS_WITHIN);
  }

  /** With another longest time to attach. */
  JvmProvider(Duration longest) {
    threads = new AttachThreads(longest);
  }

  @Override
  public String name() {
    return "jvm";
  }

  @Override
  public Optional<Refusal> unavailable() {
    try {
      return com.sun.tools.attach.spi.AttachProvider.providers().isEmpty()
          ? Optional.of(noAttachApi())
          : Optional.empty();
    } catch (LinkageError e) {
      return Optional.of(noAttachApi());
    }
  }

  private static Refusal noAttachApi() {
    return new Refusal(
        RefusalCode.UNSUPPORTED,
        "this Java runtime has no module jdk.attach; run the instrumenter with a JDK");
  }

  @Override
  public List<TargetProcess> processes() {
    if (unavailable().isPresent()) {
      return List.of();
    }
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

  /** The main class of a command line, or its jar. */
  private static String mainClass(String commandLine) {
    String program = commandLine.strip().split("\\s+", 2)[0];
    return program.endsWith(".jar") ? program.substring(program.lastIndexOf('/') + 1) : program;
  }

  @Override
  public Outcome<InstrumentedProcess> attach(long pid) {
    Optional<Refusal> refusal = unavailable().or(() -> Admission.refusal(pid));
    if (refusal.isPresent()) {
      return new Outcome.Refused<>(refusal.get());
    }
    Optional<ProcessHandle> handle = ProcessHandle.of(pid);
    if (handle.isEmpty()) {
      return new Outcome.Refused<>(Admission.noProcess(pid));
    }
    return threads.attach(pid, () -> attach(handle.get()));
  }

  private static Outcome<InstrumentedProcess> attach(ProcessHandle handle) {
    long pid = handle.pid();
    try {
      awaitListener(handle);
      return attach(handle, VirtualMachine.attach(Long.toString(pid)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Outcome.refused(RefusalCode.NO_ATTACH, ProcFiles.called(pid) + " is starting");
    } catch (AttachNotSupportedException | IOException e) {
      return handle.isAlive()
          ? Outcome.refused(
              RefusalCode.NO_ATTACH,
              "the virtual machine of " + ProcFiles.called(pid) + " refuses attachment: " + say(e))
          : new Outcome.Refused<>(Admission.noProcess(pid));
    }
  }

  /**
   * A virtual machine that is starting would be ended by the signal that it is woken by, and does
   * not answer it until it has started.
   */
  private static void awaitListener(ProcessHandle handle) throws InterruptedException {
    long pid = handle.pid();
    long begin = System.nanoTime();
    while (handle.isAlive()
        && !ProcFiles.hasThread(pid, LAST_THREAD)
        && System.nanoTime() - begin < LONGEST_START.toNanos()) {
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
    while (handle.isAlive() && !ProcFiles.mayListen(pid)) {
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
            ProcFiles.called(handle.pid())
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

  /** Where this virtual machine met a provider before. */
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
      outcome = AgentHandshake.begin(folder, target, REPORTS_WITHIN, false);
    } catch (AgentLoadException e) {
      outcome =
          Outcome.refused(
              RefusalCode.NO_ATTACH,
              "the virtual machine did not load the agent; start it without"
                  + " -XX:-EnableDynamicAgentLoading and in this file system: "
                  + say(e));
    } catch (AgentInitializationException e) {
      outcome = Outcome.refused(RefusalCode.HELPER, "the agent did not start: " + say(e));
    } finally {
      if (outcome instanceof Outcome.Refused) {
        folder.abandon();
      } else {
        folder.close();
      }
    }
    return outcome;
  }

  private static String say(Exception e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  @Override
  public Outcome<InstrumentedProcess> launch(LaunchRequest request) {
    return request.programs().isPresent()
        ? Outcome.refused(
            RefusalCode.UNSUPPORTED,
            "this provider cannot follow the processes that a Java program starts")
        : JavaLaunch.start(request);
  }
}
