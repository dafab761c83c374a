package io.flowgauge.instrumentation.jvm;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.TargetProcess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

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
  static final Duration ANSWERS_WITHIN = Duration.ofSeconds(20);

  private final AttachThreads threads;

  /** Creates a provider, as {@link java.util.ServiceLoader} does. */
  public JvmProvider() {
    this(ANSWERS_WITHIN);
  }

  /** Creates a provider with another time limit for attaching. */
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
      return AttachApi.isAvailable() ? Optional.empty() : Optional.of(noAttachApi());
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
    return AttachApi.processes();
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
    return threads.attach(pid, () -> AttachApi.attach(handle.get()));
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
