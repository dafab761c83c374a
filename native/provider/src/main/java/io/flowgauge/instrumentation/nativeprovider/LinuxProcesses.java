package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.TargetProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/** Describes processes from {@code /proc}. */
final class LinuxProcesses {
  private static final Path PROC = Path.of("/proc");
  private static final String DELETED = " (deleted)";
  private static final int ROOT = 0;

  private LinuxProcesses() {}

  /**
   * Returns the processes of this user, or of all users if this is root, sorted by pid and without
   * kernel threads.
   */
  static List<TargetProcess> all(Predicate<ProcessHandle> wanted) {
    OptionalInt me = owner(PROC.resolve("self"));
    return ProcessHandle.allProcesses()
        .filter(wanted)
        .filter(process -> isMine(process.pid(), me))
        .sorted()
        .flatMap(process -> find(process.pid()).stream())
        .filter(process -> process.executable().isPresent())
        .toList();
  }

  private static boolean isMine(long pid, OptionalInt me) {
    OptionalInt owner = owner(PROC.resolve(Long.toString(pid)));
    return owner.isPresent() && (me.equals(OptionalInt.of(ROOT)) || owner.equals(me));
  }

  private static OptionalInt owner(Path path) {
    try {
      return OptionalInt.of((int) Files.getAttribute(path, "unix:uid"));
    } catch (IOException e) {
      return OptionalInt.empty();
    }
  }

  /** Returns a process; empty if there is none with that pid. */
  static Optional<TargetProcess> find(long pid) {
    Optional<ProcessHandle> handle = ProcessHandle.of(pid);
    return handle.map(process -> describe(process, PROC.resolve(Long.toString(pid))));
  }

  private static TargetProcess describe(ProcessHandle process, Path folder) {
    Optional<Path> executable = executable(folder);
    String comm = comm(folder);
    String name = executable.map(path -> path.getFileName().toString()).orElse(comm);
    TargetProcess.Builder target =
        TargetProcess.builder(process.pid(), name).command(command(folder)).comm(comm);
    executable.ifPresent(target::executable);
    process.info().user().ifPresent(target::user);
    process.info().startInstant().ifPresent(target::start);
    return target.build();
  }

  private static Optional<Path> executable(Path folder) {
    try {
      String target = Files.readSymbolicLink(folder.resolve("exe")).toString();
      Path path =
          Path.of(
              target.endsWith(DELETED)
                  ? target.substring(0, target.length() - DELETED.length())
                  : target);
      return path.getFileName() == null ? Optional.empty() : Optional.of(path);
    } catch (IOException e) {
      return Optional.empty(); // The process belongs to another user, is a kernel thread, or has
      // ended.
    }
  }

  /** Returns the arguments, which the file terminates with zero bytes. */
  private static List<String> command(Path folder) {
    String all = text(folder.resolve("cmdline"));
    return all.isEmpty() ? List.of() : Arrays.asList(all.split("\0", -1)).subList(0, count(all));
  }

  private static int count(String all) {
    int ends = (int) all.chars().filter(c -> c == 0).count();
    return all.charAt(all.length() - 1) == 0 ? ends : ends + 1;
  }

  private static String comm(Path folder) {
    return text(folder.resolve("comm")).strip();
  }

  /** Returns the name of a thread; empty if it has ended. */
  static String threadName(long pid, int thread) {
    return comm(PROC.resolve(pid + "/task/" + thread));
  }

  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
