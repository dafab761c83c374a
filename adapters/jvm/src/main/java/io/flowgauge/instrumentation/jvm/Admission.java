package io.flowgauge.instrumentation.jvm;

import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Decides whether a process may be attached to, before anything touches it: the signal that wakes a
 * virtual machine's attach listener would kill any other process, and make a virtual machine that
 * refuses attachment print all its stacks.
 */
final class Admission {
  private static final Optional<Integer> ROOT = Optional.of(0);

  /** Longest time to wait for a virtual machine that was just launched. */
  static final Duration LONGEST_START = Duration.ofSeconds(2);

  private static final Duration LOOK_EVERY = Duration.ofMillis(2);

  private Admission() {}

  static Optional<Refusal> refusal(long pid) {
    if (pid < 1 || ProcessHandle.of(pid).isEmpty()) {
      return Optional.of(noProcess(pid));
    }
    if (pid == ProcessHandle.current().pid()) {
      return refused(
          RefusalCode.ARGUMENT,
          ProcFiles.describe(pid) + " is this process; instrument it from another");
    }
    if (ProcFiles.isZombie(pid)) {
      return refused(
          RefusalCode.ZOMBIE, ProcFiles.describe(pid) + " has ended and waits for its parent");
    }
    if (!mayAttach(pid)) {
      return refused(
          RefusalCode.PERMISSION,
          ProcFiles.describe(pid)
              + " belongs to another user; only that user and root may instrument it");
    }
    Optional<Boolean> isJava = isJava(pid);
    if (isJava.isEmpty() && ProcFiles.user(pid).isPresent()) {
      return refused(
          RefusalCode.PERMISSION,
          "cannot tell whether "
              + ProcFiles.describe(pid)
              + " is a Java virtual machine, because its list of loaded libraries may not be read");
    }
    if (!isJava.orElse(true)) {
      return refused(
          RefusalCode.UNSUPPORTED,
          ProcFiles.describe(pid)
              + " is not a Java virtual machine; use the native provider for"
              + " native programs, among them native images of Java");
    }
    if (ProcFiles.options(pid).contains("-XX:+DisableAttachMechanism")) {
      return refused(
          RefusalCode.NO_ATTACH,
          ProcFiles.describe(pid)
              + " was started with -XX:+DisableAttachMechanism; start it without");
    }
    return Optional.empty();
  }

  /** Whether it is a virtual machine; a launcher becomes one some milliseconds after its start. */
  private static Optional<Boolean> isJava(long pid) {
    long begin = System.nanoTime();
    Optional<Boolean> isJava = ProcFiles.hasVirtualMachine(pid);
    while (isJava.equals(Optional.of(false))
        && JavaLaunch.isLauncher(ProcFiles.executable(pid))
        && System.nanoTime() - begin < LONGEST_START.toNanos()) {
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
      isJava = ProcFiles.hasVirtualMachine(pid);
    }
    return isJava;
  }

  static Refusal noProcess(long pid) {
    return new Refusal(RefusalCode.NO_PROCESS, "there is no process " + pid);
  }

  /** Whether a process runs as the same user as this one, or this one runs as root. */
  static boolean mayAttach(long pid) {
    return isOwn(pid) || ProcFiles.user(ProcessHandle.current().pid()).equals(ROOT);
  }

  /** Whether a process runs as the same user as this one. */
  static boolean isOwn(long pid) {
    Optional<Integer> own = ProcFiles.user(ProcessHandle.current().pid());
    if (own.isPresent()) {
      return own.equals(ProcFiles.user(pid));
    }
    Optional<String> name = ProcessHandle.current().info().user();
    return ProcessHandle.of(pid).map(handle -> handle.info().user().equals(name)).orElse(false);
  }

  private static Optional<Refusal> refused(RefusalCode code, String message) {
    return Optional.of(new Refusal(code, message));
  }
}
