package io.flowgauge.resources;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The processor time that a control group (version 2) may take, however many processors there are.
 * Immutable.
 *
 * @param group path of the control group that sets it; empty if none does
 * @param processors processor seconds a second; infinite if there is no limit
 */
record Quota(String group, double processors) {
  static final Quota NONE = new Quota("", Double.POSITIVE_INFINITY);

  boolean isNone() {
    return group.isEmpty();
  }

  /**
   * Returns the tightest quota among those of a process's control group and the groups above it.
   *
   * @param process the process's folder in {@code /proc}
   * @param groups where the control groups are, such as {@code /sys/fs/cgroup}
   */
  static Quota of(Path process, Path groups) {
    Quota tightest = NONE;
    Optional<Path> group = ControlGroups.of(process, groups);
    while (group.isPresent() && group.get().startsWith(groups)) {
      double processors = processors(group.get());
      if (processors < tightest.processors()) {
        tightest = new Quota(group.get().toString(), processors);
      }
      group = Optional.ofNullable(group.get().getParent());
    }
    return tightest;
  }

  /**
   * Reads a limit: microseconds per period, such as {@code 50000 100000}, or {@code max 100000}.
   */
  private static double processors(Path group) {
    try {
      String[] parts = Files.readString(group.resolve("cpu.max")).strip().split(" ", -1);
      double limit = Double.parseDouble(parts[0]) / Double.parseDouble(parts[1]);
      return limit > 0 ? limit : Double.POSITIVE_INFINITY;
    } catch (IOException | RuntimeException e) {
      return Double.POSITIVE_INFINITY;
    }
  }
}
