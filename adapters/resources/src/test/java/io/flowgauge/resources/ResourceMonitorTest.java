package io.flowgauge.resources;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.testsupport.ForcedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A monitor on simulated kernel files, with a clock that the test sets. */
class ResourceMonitorTest {
  private static final double ROUNDING = 1e-6;

  @TempDir private Path folder;
  private double now = 100;
  private ResourceMonitor monitor;
  private final List<ResourceSample> samples = new ArrayList<>();

  @BeforeEach
  void aHost() throws IOException {
    write("proc/self/schedstat", "1 1 1\n");
    write("proc/self/stat", "1 (x) R\n");
    write("proc/uptime", "1000.00 1.0\n");
    host(0, 0);
    monitor = builder().idle();
  }

  private ResourceMonitorBuilder builder() {
    return ResourceMonitor.builder()
        .roots(
            new Sampler.Roots(
                folder.resolve("proc"), folder.resolve("sys"), folder.resolve("cgroup")))
        .clock(() -> now)
        .onSample(samples::add);
  }

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  /** Writes the idle ticks of two processors. */
  private void host(long first, long second) throws IOException {
    write(
        "proc/stat",
        "cpu  1 1 1 1 1\ncpu0 9 0 9 %d 0 0\ncpu1 9 0 9 %d 0 0\nprocs_running 3\n"
            .formatted(first, second));
  }

  /** Writes the files of a process with one thread that began in the past. */
  private void process(long pid, long ranMillis, long waitedMillis) throws IOException {
    String own = "proc/" + pid;
    write(own + "/comm", "work\n");
    write(own + "/stat", pid + " (wo rk) S 1" + " 0".repeat(17) + " 500 0 0\n");
    write(own + "/statm", "100 25 1\n");
    write(own + "/cgroup", "0::/job\n");
    String task = own + "/task/" + pid;
    write(task + "/schedstat", ranMillis * 1_000_000 + " " + waitedMillis * 1_000_000 + " 7\n");
    write(task + "/status", "Name:\twork\nCpus_allowed_list:\t0\n");
    write(task + "/children", "");
  }

  private void second() {
    now += 1;
    monitor.sample();
  }

  /**
   * Like {@link #second}, but real time passes, too, as intervals that end in the same millisecond
   * are merged.
   */
  private void secondLater() throws InterruptedException {
    Thread.sleep(2);
    second();
  }

  @Test
  void sample_competitorOnItsProcessor_isExternal() throws IOException {
    process(7, 5000, 5000);
    assertThat(monitor.watch(7, "a")).isTrue();
    monitor.sample();
    process(7, 5400, 5600);
    host(0, 90);
    second();
    ActivityLoad load = monitor.load("a").orElseThrow();
    assertThat(load.externalSeconds()).isCloseTo(0.6, within(ROUNDING));
    assertThat(load.serialisedSeconds()).isCloseTo(0, within(ROUNDING));
    assertThat(load.processorSeconds()).isCloseTo(0.4, within(ROUNDING));
    assertThat(load.coveredSeconds()).isCloseTo(1, within(ROUNDING));
    HostSample host = samples.get(1).host();
    assertThat(host.value(HostQuantity.CPU_BUSY).value()).isCloseTo(0.55, within(ROUNDING));
    assertThat(host.value(HostQuantity.RUNNABLE).value()).isEqualTo(3);
    assertThat(host.value(HostQuantity.CPU_PRESSURE).isMeasured()).isFalse();
    assertThat(samples.get(1).processes().get(0).memoryBytes()).isEqualTo(25 * 4096);
  }

  @Test
  void sample_siblingOnItsProcessor_isSerialisation() throws IOException {
    process(7, 0, 0);
    process(8, 0, 0);
    monitor.watch(7, "a");
    monitor.watch(8, "b");
    monitor.sample();
    process(7, 500, 500);
    process(8, 500, 500);
    host(0, 90);
    second();
    ActivityLoad load = monitor.load("a").orElseThrow();
    assertThat(load.externalSeconds()).isCloseTo(0, within(ROUNDING));
    assertThat(load.serialisedSeconds()).isCloseTo(0.5, within(ROUNDING));
  }

  @Test
  void sample_quotaOfItsGroup_isNotExternal() throws IOException {
    write("cgroup/job/cpu.max", "50000 100000\n");
    process(7, 0, 0);
    monitor.watch(7, "a");
    monitor.sample();
    process(7, 500, 500);
    host(50, 90);
    second();
    assertThat(monitor.load("a").orElseThrow().serialisedSeconds())
        .isCloseTo(0.5, within(ROUNDING));
  }

  /** Writes a control group of the process and its parent with a quota; both are sampled. */
  private void groups(long usedMicros, long throttledMicros, long read) throws IOException {
    write("cgroup/job/cpu.stat", "usage_usec " + usedMicros + "\nuser_usec 1\nnr_periods 0\n");
    write("cgroup/job/memory.current", "4096\n");
    write("cgroup/job/memory.peak", "8192\n");
    write("cgroup/job/memory.events", "low 0\nhigh 3\nmax 2\noom 1\noom_kill 1\n");
    write("cgroup/job/io.stat", "8:0 rbytes=%d wbytes=0\n8:16 rbytes=5 wbytes=7\n".formatted(read));
    write("cgroup/cpu.max", "50000 100000\n");
    write("cgroup/cpu.stat", "usage_usec 9\nthrottled_usec " + throttledMicros + "\n");
  }

  @Test
  void sample_controlGroups_haveWhatTheKernelCounts() throws IOException {
    groups(1_000_000, 300_000, 1000);
    process(7, 0, 0);
    monitor.watch(7, "a");
    monitor.sample();
    assertThat(samples.get(0).groups()).extracting(GroupSample::group).containsExactly("/job", "/");
    for (int k = 1; k <= 4; k++) {
      groups(1_000_000 + k * 400_000L, 300_000 + k * 100_000L, 1000 + k * 100L);
      second();
    }
    GroupSample job = samples.get(4).groups().get(0);
    assertThat(job.activities()).containsExactly("a");
    assertThat(job.value(GroupQuantity.CPU_USED).value()).isCloseTo(.4, within(ROUNDING));
    assertThat(job.value(GroupQuantity.THROTTLED).isMeasured()).isFalse();
    assertThat(job.value(GroupQuantity.MEMORY).value()).isEqualTo(4096);
    assertThat(job.value(GroupQuantity.MEMORY_PEAK).value()).isEqualTo(8192);
    assertThat(job.value(GroupQuantity.MEMORY_HIGH).value()).isEqualTo(3);
    assertThat(job.value(GroupQuantity.MEMORY_MAX).value()).isEqualTo(2);
    assertThat(job.value(GroupQuantity.OOM_KILLS).value()).isEqualTo(1);
    assertThat(job.value(GroupQuantity.READ).value()).isCloseTo(100, within(ROUNDING));
    assertThat(job.value(GroupQuantity.WRITTEN).value()).isZero();
    // The other quantities take turns; the last of four turns read transfers.
    assertThat(job.measuredSeconds(GroupQuantity.READ)).hasValue(4.0);
    assertThat(job.measuredSeconds(GroupQuantity.MEMORY)).isEmpty();
    GroupSample above = samples.get(4).groups().get(1);
    assertThat(above.value(GroupQuantity.THROTTLED).value()).isCloseTo(.1, within(ROUNDING));
    assertThat(PrometheusText.of(monitor))
        .contains("# TYPE flowgauge_group_cpu_used_processors gauge\n")
        .contains("flowgauge_group_memory_bytes{group=\"/job\"} 4096.0\n")
        .contains("# TYPE flowgauge_group_oom_kills_total counter\n");
  }

  @Test
  void sample_groupWithoutProcesses_isLetGo() throws IOException {
    groups(0, 0, 0);
    process(7, 0, 0);
    monitor.watch(7, "a");
    monitor.sample();
    monitor.forget("a");
    second();
    assertThat(samples.get(1).groups()).isEmpty();
  }

  /** A long wait of a thread is reported only when it runs again. */
  @Test
  void sample_lateNewsOfAWait_countsInFull() throws IOException {
    process(7, 0, 0);
    monitor.watch(7, "a");
    monitor.sample();
    for (int k = 0; k < 3; k++) {
      second();
    }
    process(7, 0, 4000);
    second();
    assertThat(monitor.load("a").orElseThrow().externalSeconds()).isCloseTo(4, within(ROUNDING));
  }

  @Test
  void sample_processEnded_keepsWhatWasMeasured() throws IOException {
    process(7, 0, 0);
    monitor.watch(7, "a");
    monitor.sample();
    process(7, 400, 600);
    second();
    write("proc/7/task/7/schedstat", "");
    write("proc/7/statm", "0 0 0\n");
    Files.delete(folder.resolve("proc/7/comm"));
    second();
    assertThat(samples.get(2).processes()).isEmpty();
    assertThat(monitor.load("a").orElseThrow().coveredSeconds()).isCloseTo(1, within(ROUNDING));
    assertThat(monitor.watch(7, "a")).isFalse();
  }

  @Test
  void sample_zombie_isNotCovered() throws IOException {
    process(7, 0, 0);
    monitor.watch(7, "a");
    monitor.sample();
    process(7, 400, 600);
    second();
    write("proc/7/statm", "0 0 0\n");
    second();
    assertThat(samples.get(2).processes()).isEmpty();
    assertThat(monitor.load("a").orElseThrow().coveredSeconds()).isCloseTo(1, within(ROUNDING));
  }

  @Test
  void sample_child_belongsToTheActivity() throws IOException {
    process(7, 0, 0);
    monitor.watch(7, "a");
    monitor.sample();
    process(7, 10, 0);
    process(9, 100, 200);
    write("proc/9/stat", "9 (x) S 1" + " 0".repeat(17) + " 99950 0 0\n");
    write("proc/7/task/7/children", "9 ");
    host(0, 90);
    second();
    assertThat(samples.get(1).processes()).extracting(ProcessSample::pid).containsExactly(7L, 9L);
    assertThat(monitor.load("a").orElseThrow().processorSeconds())
        .isCloseTo(0.11, within(ROUNDING));
  }

  @Test
  void watch_childOfASleepingParent_belongsToTheActivity() throws IOException {
    process(7, 0, 0);
    process(9, 100, 200);
    write("proc/7/task/7/children", "9 ");
    monitor.watch(7, "a");
    monitor.sample();
    process(9, 500, 800);
    host(0, 90);
    second();
    ActivityLoad load = monitor.load("a").orElseThrow();
    assertThat(load.processorSeconds()).isCloseTo(0.4, within(ROUNDING));
    assertThat(load.externalSeconds()).isCloseTo(0.6, within(ROUNDING));
  }

  @Test
  void watch_tooMany_isRefusedAndCounted() throws IOException {
    monitor = builder().processes(1).idle();
    process(7, 0, 0);
    process(8, 0, 0);
    assertThat(monitor.watch(7, "a")).isTrue();
    assertThat(monitor.watch(8, "b")).isFalse();
    assertThat(monitor.overLimit()).isEqualTo(1);
  }

  @Test
  void watch_noSuchProcess_isFalse() {
    assertThat(monitor.watch(4711, "a")).isFalse();
    monitor.sample();
    assertThat(monitor.load("a").map(ActivityLoad::coveredSeconds)).hasValue(0.0);
  }

  @Test
  void unavailable_noSchedstat_saysWhy() throws IOException {
    Files.delete(folder.resolve("proc/self/schedstat"));
    monitor = builder().idle();
    assertThat(monitor.unavailable())
        .hasValueSatisfying(why -> assertThat(why).contains("schedstat"));
    process(7, 0, 0);
    assertThat(monitor.watch(7, "a")).isFalse();
    monitor.sample();
    assertThat(monitor.latest()).isPresent();
  }

  @Test
  void sample_nothingReadable_isEmpty() {
    ResourceMonitor blind =
        ResourceMonitor.builder()
            .roots(new Sampler.Roots(folder.resolve("x"), folder.resolve("y"), folder.resolve("z")))
            .idle();
    blind.sample();
    blind.sample();
    HostSample host = blind.latest().orElseThrow().host();
    for (HostQuantity quantity : HostQuantity.values()) {
      assertThat(host.value(quantity).isMeasured()).as(quantity.label()).isFalse();
    }
    blind.close();
  }

  /** Each sample reads one of six quantities in turn; memory is the second. */
  @Test
  void recording_quantityInTurn_hasTheTimeSinceItsLastTurn() throws Exception {
    RunRecorder run = Flowgauge.recorder("run");
    monitor = builder().onSample(HostRecording.into(run, "node1")).idle();
    monitor.sample();
    for (int k = 1; k <= 8; k++) {
      host(50L * k, 50L * k);
      secondLater();
    }
    Map<String, List<HostLoad>> loads =
        run.snapshot().hostLoads().stream().collect(groupingBy(HostLoad::quantity));
    assertThat(loads.keySet()).containsExactlyInAnyOrder("cpu-busy", "runnable");
    assertThat(loads.get("cpu-busy"))
        .hasSize(8)
        .allSatisfy(
            load -> {
              assertThat(load.host()).isEqualTo("node1");
              assertThat(load.unit()).isEqualTo("ratio");
              assertThat(load.mean()).isCloseTo(.5, within(ROUNDING));
              assertThat(load.endNanos() - load.beginNanos()).isEqualTo(1_000_000_000L);
            });

    write("proc/meminfo", "MemAvailable: 7 kB\n");
    run = Flowgauge.recorder("run");
    monitor = builder().onSample(HostRecording.into(run, "node1")).idle();
    monitor.sample();
    for (int k = 0; k < 8; k++) {
      secondLater();
    }
    List<HostLoad> memory =
        run.snapshot().hostLoads().stream()
            .filter(load -> load.quantity().equals("memory-available"))
            .toList();
    assertThat(memory).extracting(HostLoad::mean).containsExactly(7168.0, 7168.0);
    assertThat(memory)
        .extracting(load -> load.endNanos() - load.beginNanos())
        .containsExactly(2_000_000_000L, 6_000_000_000L);
  }

  @Test
  void listener_thatThrows_isCounted() {
    monitor =
        builder()
            .onSample(
                sample -> {
                  throw new IllegalStateException("of the listener");
                })
            .idle();
    monitor.sample();
    assertThat(monitor.failures()).isEqualTo(1);
  }

  /** An error that the executor saw would end the sampling. */
  @Test
  void listener_thatThrowsAnError_isCountedAndOthersGoOn() {
    List<ResourceSample> others = new ArrayList<>();
    monitor =
        builder()
            .onSample(
                sample -> {
                  throw new NoClassDefFoundError("of the listener");
                })
            .onSample(others::add)
            .idle();
    monitor.sample();
    assertThat(monitor.failures()).isEqualTo(1);
    assertThat(others).hasSize(1);
  }

  @Test
  void prometheus_activity_isEscaped() throws IOException {
    process(7, 0, 0);
    monitor.watch(7, "a\"b");
    monitor.sample();
    process(7, 400, 600);
    host(0, 90);
    second();
    assertThat(PrometheusText.of(monitor))
        .contains("# TYPE flowgauge_host_cpu_busy_ratio gauge\nflowgauge_host_cpu_busy_ratio 0.55")
        .contains("# TYPE flowgauge_activity_external_load_seconds_total counter\n")
        .contains("flowgauge_activity_cpu_seconds_total{activity=\"a\\\"b\"} 0.4\n");
    Path file = folder.resolve("load.prom");
    PrometheusText.write(monitor, file);
    assertThat(file).hasContent(PrometheusText.of(monitor));
  }

  /** Otherwise the file could be empty after a power cut. */
  @Test
  void prometheus_file_isForcedToTheDisk() throws Exception {
    Path file = folder.resolve("load.prom");
    List<Path> forced =
        ForcedFiles.in(
            folder,
            () -> {
              PrometheusText.write(monitor, file);
              return file;
            });
    assertThat(forced).hasSize(1);
  }

  @Test
  void prometheus_linkAndDevice_stayWhatTheyAre() throws IOException {
    Path file = Files.writeString(folder.resolve("load.prom"), "before");
    for (Path target : List.of(file, Path.of("/dev/null"))) {
      Path link = Files.createSymbolicLink(folder.resolve("to " + target.getFileName()), target);
      PrometheusText.write(monitor, link);
      assertThat(link).isSymbolicLink();
    }
    assertThat(file).hasContent(PrometheusText.of(monitor));
  }

  @Test
  void log_sample_isReadBack() throws IOException {
    Path file = folder.resolve("run.nlb");
    try (EventLog log = EventLog.open(file)) {
      monitor = builder().onSample(new ResourceLog(log)).idle();
      groups(0, 0, 0);
      process(7, 0, 0);
      monitor.watch(7, "a");
      monitor.sample();
      process(7, 400, 600);
      host(0, 90);
      second();
    }
    try (LogReader log = LogReader.open(file)) {
      var processes =
          log.events().filter(event -> event.name().equals(ResourceLog.PROCESS)).toList();
      assertThat(processes).hasSize(2);
      assertThat(log.events().filter(event -> event.name().equals(ResourceLog.GROUP)))
          .extracting(event -> event.values().get("QUANTITY"))
          .contains("memory", "cpu-used");
      assertThat(processes.get(1).values())
          .containsEntry("ACTIVITY", "a")
          .containsEntry("PID", 7L)
          .containsEntry("READ", -1.0);
    }
  }
}
