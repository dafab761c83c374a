package io.flowgauge.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Limits a process to part of a processor with a control group (version 1) of its own. */
final class LimitedProcessor implements AutoCloseable {
  static final Path GROUPS = Path.of("/sys/fs/cgroup/cpu");
  private static final int PERIOD_MICROS = 20_000;

  private final Path group;
  private final long pid;

  LimitedProcessor(long pid, double processors) throws IOException {
    this.pid = pid;
    group = Files.createDirectories(GROUPS.resolve("flowgauge-" + pid));
    Files.writeString(group.resolve("cpu.cfs_period_us"), "" + PERIOD_MICROS);
    Files.writeString(group.resolve("cpu.cfs_quota_us"), "" + (int) (processors * PERIOD_MICROS));
    Files.writeString(group.resolve("cgroup.procs"), "" + pid);
  }

  @Override
  public void close() throws IOException {
    ProcessHandle.of(pid).ifPresent(process -> process.onExit().join());
    Files.delete(group);
  }
}
