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
   * Where the hierarchy is mounted: where version 1 is in use, too, in a folder next to its own.
   */
  static Path root() {
    Path usual = Path.of("/sys/fs/cgroup");
    Path beside = usual.resolve("unified");
    return !Files.exists(usual.resolve(MARK)) && Files.exists(beside.resolve(MARK))
        ? beside
        : usual;
  }

  /**
   * The group of a process; empty if it has ended or version 2 is not in use.
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
   * The groups of a process that say something of it: its own, and the one that sets its quota.
   * That of the whole host does not; in a container, the topmost one is the container's.
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
