package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.TargetProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sensors in native programs on x86-64 Linux. Thread-safe. */
public final class NativeProvider implements InstrumentationProvider {
  /** Creates a provider; the library is loaded when first needed. */
  public NativeProvider() {}

  @Override
  public String name() {
    return "native";
  }

  @Override
  public Optional<Refusal> unavailable() {
    return Shim.shared().then(Shim::host).refusal();
  }

  @Override
  public List<TargetProcess> processes() {
    return Shim.shared()
        .then(Shim::host)
        .value()
        .map(host -> LinuxProcesses.all(process -> !isOwn(host, process)))
        .orElse(List.of());
  }

  /**
   * Whether a process is this process, its helper, or a child of the helper (a follower); these
   * must not get sensors.
   */
  private static boolean isOwn(HostInfo host, ProcessHandle process) {
    long helper = host.helperPid();
    return process.pid() == ProcessHandle.current().pid()
        || process.pid() == helper
        || process.parent().filter(parent -> parent.pid() == helper).isPresent();
  }

  @Override
  public Outcome<InstrumentedProcess> attach(long pid) {
    if (pid <= 0 || pid > Integer.MAX_VALUE) {
      return Outcome.refused(RefusalCode.NO_PROCESS, "there is no process " + pid);
    }
    return Shim.shared().then(shim -> shim.host().then(host -> attach(shim, host, pid)));
  }

  private static Outcome<InstrumentedProcess> attach(Shim shim, HostInfo host, long pid) {
    if (ProcessHandle.of(pid).filter(process -> isOwn(host, process)).isPresent()) {
      return Outcome.refused(
          RefusalCode.ARGUMENT,
          "process " + pid + " is this process or its helper, which cannot instrument themselves");
    }
    return shim.open((int) pid).then(handle -> process(shim, host, handle, pid));
  }

  @Override
  public Outcome<InstrumentedProcess> launch(LaunchRequest request) {
    if (texts(request).stream().anyMatch(text -> text.indexOf(0) >= 0)) {
      return Outcome.refused(
          RefusalCode.ARGUMENT,
          "the command, its environment or its folder contains a NUL character");
    }
    return Shim.shared()
        .then(
            shim ->
                shim.host()
                    .then(
                        host ->
                            shim.launch(request).then(made -> command(shim, host, made, request))));
  }

  private static Outcome<InstrumentedProcess> command(
      Shim shim, HostInfo host, Shim.Launched made, LaunchRequest request) {
    Outcome<InstrumentedProcess> command = process(shim, host, made.handle(), made.pid());
    if (command.value().isPresent()) {
      request.programs().ifPresent(who -> new Programs(shim, host, made.handle(), who).start());
    }
    return command;
  }

  private static List<String> texts(LaunchRequest request) {
    List<String> texts = new ArrayList<>(request.command());
    texts.addAll(request.environment().keySet());
    texts.addAll(request.environment().values());
    request.directory().ifPresent(directory -> texts.add(directory.toString()));
    return texts;
  }

  static Outcome<InstrumentedProcess> process(Shim shim, HostInfo host, long handle, long pid) {
    Optional<TargetProcess> process = LinuxProcesses.find(pid);
    if (process.isEmpty()) {
      shim.close(handle);
      return Outcome.refused(RefusalCode.NO_PROCESS, "process " + pid + " has ended");
    }
    return Outcome.done(new NativeProcess(shim, host, handle, process.get()));
  }
}
