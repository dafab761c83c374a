package io.flowgauge.resources;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which control groups (version 2) processes are in. Stateless. */
final class ControlGroups {
  private static final String VERSION_2 = "0::";
  private static final String MARK = "cgroup.controllers";

  private ControlGroups() {}

  /**
   * Returns where the hierarchy is mounted. If version 1 is also in use, that is a folder beside
   * those of version 1.
   */
  static Path root() {
    Path usual = Path.of("/sys/fs/cgroup");
    Path beside = usual.resolve("unified");
    return !Files.exists(usual.resolve(MARK)) && Files.exists(beside.resolve(MARK))
        ? beside
        : usual;
  }

  /**
   * Returns the group of a process; empty if the process has ended or version 2 is not in use.
   *
   * @param process the process's folder in {@code /proc}
   * @param root where the hierarchy is mounted
   */
  static Optional<Path> of(Path process, Path root) {
    try (Stream<String> lines = Files.lines(process.resolve("cgroup"))) {
      return lines
          .filter(line -> line.startsWith(VERSION_2))
          .map(line -> line.substring(VERSION_2.length()))
          .map(path -> root.resolve(path.replaceFirst("^/+", "")).normalize())
          .filter(group -> group.startsWith(root))
          .findFirst();
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the groups worth sampling for a process: its own, and the one that sets its quota. The
   * root group is left out, as it is the whole host, except in a container, where it is the
   * container's own.
   */
  static List<Path> relevant(Path process, Path root, Quota quota) {
    List<Path> groups = new ArrayList<>();
    of(process, root)
        .filter(group -> Files.isReadable(group.resolve("cpu.stat")))
        .filter(group -> !group.equals(root) || Files.exists(group.resolve("memory.current")))
        .ifPresent(groups::add);
    if (!quota.isNone() && !groups.contains(Path.of(quota.group()))) {
      groups.add(Path.of(quota.group()));
    }
    return List.copyOf(groups);
  }
}
