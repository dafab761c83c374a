package io.flowgauge.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.analysis.Measured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A busy process in its own control group, which only root can create. */
@EnabledOnOs(OS.LINUX)
class ControlGroupTest {
  private static final Path ROOT = ControlGroups.root();

  private final Path group = ROOT.resolve("flowgauge-test-" + ProcessHandle.current().pid());
  private final List<ResourceSample> samples = new ArrayList<>();
  private Process busy;

  @BeforeEach
  void busyInItsGroup() throws IOException {
    assumeTrue(
        Files.exists(ROOT.resolve("cgroup.controllers")) && Files.isWritable(ROOT),
        ROOT + " is no writable hierarchy of control groups of version 2");
    Files.createDirectory(group);
    busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    Files.writeString(group.resolve("cgroup.procs"), Long.toString(busy.pid()));
  }

  @AfterEach
  void remove() throws IOException, InterruptedException {
    if (busy != null) {
      busy.destroyForcibly().waitFor();
    }
    // A group is busy until the kernel has reaped its last process.
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    boolean isLeft = Files.exists(group);
    while (isLeft) {
      isLeft = !group.toFile().delete() && System.nanoTime() - end < 0;
      Thread.sleep(10);
    }
  }

  private GroupSample sampled(ResourceMonitor monitor, double seconds) throws Exception {
    monitor.watch(busy.pid(), "a");
    monitor.sample();
    Thread.sleep((long) (seconds * 1000));
    monitor.sample();
    List<GroupSample> groups = monitor.latest().orElseThrow().groups();
    assertThat(groups).hasSize(1);
    return groups.get(0);
  }

  @Test
  void sample_groupOfOneProcess_usesWhatTheProcessUses() throws Exception {
    try (ResourceMonitor monitor = ResourceMonitor.builder().onSample(samples::add).idle()) {
      GroupSample sample = sampled(monitor, 1);
      assertThat(sample.group()).isEqualTo("/" + group.getFileName());
      assertThat(sample.activities()).containsExactly("a");
      ProcessSample process = samples.get(1).processes().get(0);
      double used = sample.value(GroupQuantity.CPU_USED).value() * samples.get(1).seconds();
      assertThat(used).isBetween(process.processorSeconds() * .8 - .05, 1.2 * used);
      assertThat(process.processorSeconds()).isBetween(used * .8 - .05, used * 1.2 + .05);
    }
  }

  /** Needs the cpu controller, which is unavailable while version 1 uses it. */
  @Test
  void sample_quota_isThrottledForTheRest() throws Exception {
    String has = Files.readString(ROOT.resolve("cgroup.controllers"));
    assumeTrue(has.contains("cpu"), "version 2 has no cpu controller here, but: " + has);
    Files.writeString(ROOT.resolve("cgroup.subtree_control"), "+cpu");
    Files.writeString(group.resolve("cpu.max"), "20000 100000");
    try (ResourceMonitor monitor = ResourceMonitor.builder().onSample(samples::add).idle()) {
      GroupSample sample = sampled(monitor, 2);
      Measured throttled = sample.value(GroupQuantity.THROTTLED);
      assertThat(sample.value(GroupQuantity.CPU_USED).value()).isBetween(.05, .25);
      assertThat(throttled.value()).isBetween(.3, 1.0);
    }
  }
}
