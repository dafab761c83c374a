package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.Glob;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.TargetProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks for processes that match a pattern, cheapest check first. Not thread-safe. */
final class ProcessFinder {
  private final ProcTable table;
  private final ProcessPattern pattern;
  private final Glob executable;
  private final Map<String, Glob> environment = new LinkedHashMap<>();
  private final Optional<Glob> cgroup;
  private final Checksums checksums = new Checksums();

  ProcessFinder(ProcTable table, ProcessPattern pattern) {
    this.table = table;
    this.pattern = pattern;
    executable = Glob.compile(pattern.executable());
    pattern.environment().forEach((name, value) -> environment.put(name, Glob.compile(value)));
    cgroup = pattern.cgroup().map(Glob::compile);
  }

  /** Returns the processes whose names resemble the wanted one. */
  List<TargetProcess> similar() {
    return table.pids().stream()
        .sorted()
        .filter(pid -> pid != ProcessHandle.current().pid())
        .flatMap(pid -> table.executable(pid).map(path -> process(pid, path).build()).stream())
        .filter(process -> process.names().stream().anyMatch(executable::resembles))
        .toList();
  }

  /** Returns the processes that match now. */
  Outcome<List<TargetProcess>> find() {
    if (table.unavailable().isPresent()) {
      return new Outcome.Refused<>(table.unavailable().get());
    }
    List<TargetProcess> found = new ArrayList<>();
    table.pids().stream()
        .sorted()
        .filter(pid -> pid != ProcessHandle.current().pid())
        .forEach(pid -> find(pid).ifPresent(found::add));
    return Outcome.done(List.copyOf(found));
  }

  /**
   * Returns the process with a given pid, if it matches and the pid has not meanwhile been given to
   * another process.
   */
  Optional<TargetProcess> find(long pid) {
    return table.stat(pid).flatMap(this::find);
  }

  /** Returns the process, if it matches and is still the same. */
  Optional<TargetProcess> find(ProcStat stat) {
    return matching(stat.pid())
        .filter(found -> table.stat(stat.pid()).filter(stat::isSameImage).isPresent());
  }

  private Optional<TargetProcess> matching(long pid) {
    return table
        .executable(pid)
        .map(path -> process(pid, path))
        .filter(process -> isNamed(process.build()))
        .filter(process -> hasVariables(pid))
        .filter(process -> isInCgroup(pid))
        .filter(process -> hasChecksum(pid))
        .map(process -> described(pid, process));
  }

  private boolean isNamed(TargetProcess process) {
    return pattern.executable().indexOf('/') >= 0
        ? process.executable().filter(path -> executable.matches(path.toString())).isPresent()
            || process.command().stream().limit(1).anyMatch(executable::matches)
        : process.names().stream().anyMatch(executable::matches);
  }

  private boolean hasVariables(long pid) {
    if (environment.isEmpty()) {
      return true;
    }
    Map<String, String> variables = table.environment(pid);
    return environment.entrySet().stream()
        .allMatch(
            wanted -> {
              String value = variables.get(wanted.getKey());
              return value != null && wanted.getValue().matches(value);
            });
  }

  private boolean isInCgroup(long pid) {
    return cgroup.isEmpty() || table.cgroups(pid).stream().anyMatch(cgroup.get()::matches);
  }

  private boolean hasChecksum(long pid) {
    return pattern.sha256().isEmpty() || pattern.sha256().equals(checksums.of(table.image(pid)));
  }

  private TargetProcess.Builder process(long pid, Path executable) {
    return TargetProcess.builder(pid, nameOf(executable))
        .executable(executable)
        .command(table.command(pid))
        .comm(table.comm(pid));
  }

  private static TargetProcess described(long pid, TargetProcess.Builder process) {
    ProcessHandle.of(pid)
        .map(ProcessHandle::info)
        .ifPresent(
            info -> {
              info.user().ifPresent(process::user);
              info.startInstant().ifPresent(process::start);
            });
    return process.build();
  }

  /** Returns the name of an executable's file. */
  private static String nameOf(Path executable) {
    Path name = executable.getFileName();
    return name == null ? executable.toString() : name.toString();
  }
}
