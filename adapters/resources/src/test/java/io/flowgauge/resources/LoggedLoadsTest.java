package io.flowgauge.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.resources.RealProcesses.Done;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.RunRecorder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes; one monitor watches those of the run, another all of them. */
class LoggedLoadsTest {
  private static final int ROUNDS = 1_000_000;
  private static final double TOLERANCE = 0.05;

  @TempDir private Path folder;

  /** A sibling and a competitor, which differ only for a reader who knows the run. */
  @Test
  void of_processesOfTheRun_isWhatItsOwnMonitorMeasures() throws Exception {
    Path file = folder.resolve("load.nlb");
    Duration interval = Duration.ofMillis(100);
    List<ActivityLoad> measured;
    Map<Long, String> own;
    Map<Long, String> all;
    Done done;
    try (RealProcesses real = new RealProcesses();
        EventLog log = EventLog.open(file);
        ResourceMonitor ofRun = ResourceMonitor.builder().interval(interval).open();
        ResourceMonitor ofAll =
            ResourceMonitor.builder().interval(interval).onSample(new ResourceLog(log)).open()) {
      long competitor = real.endless("0").pid();
      long sibling = real.endless("0").pid();
      long elsewhere = real.endless("1").pid();
      long start = System.nanoTime();
      Process work = real.counting("0", ROUNDS);
      own = Map.of(work.pid(), "work", sibling, "sibling");
      all = Map.of(work.pid(), "work", sibling, "sibling", competitor, "competitor");
      own.forEach(ofRun::watch);
      all.forEach(ofAll::watch);
      ofAll.watch(elsewhere, "elsewhere");
      done = RealProcesses.await(work, start);
      measured = ofRun.loads();
    }
    double wall = done.wallSeconds();
    RunRecorder recorder = Flowgauge.recorder("run");
    LoggedLoads logged = taken(file, recorder);
    Map<String, ActivityLoad> found =
        byActivity(logged.of(pid -> Optional.ofNullable(own.get(pid))));
    assertThat(found.keySet()).isEqualTo(Set.copyOf(own.values()));
    for (ActivityLoad truth : measured) {
      ActivityLoad load = found.get(truth.activity());
      assertThat(load.externalSeconds())
          .as("%s and %s", load, truth)
          .isCloseTo(truth.externalSeconds(), within(TOLERANCE * wall));
      assertThat(load.serialisedSeconds())
          .as("%s and %s", load, truth)
          .isCloseTo(truth.serialisedSeconds(), within(TOLERANCE * wall));
    }
    double ran = done.processorSeconds(); // So did the competitor, whatever the other load.
    assertThat(found.get("work").externalSeconds()).isGreaterThan(0.75 * ran);
    Map<String, ActivityLoad> asOneRun =
        byActivity(logged.of(pid -> Optional.ofNullable(all.get(pid))));
    assertThat(asOneRun.get("work").externalSeconds())
        .isLessThan(found.get("work").externalSeconds() - 0.6 * ran);
    assertThat(recorder.snapshot().hostLoads())
        .extracting(HostLoad::host)
        .containsOnly("site/node");
  }

  private static Map<String, ActivityLoad> byActivity(List<ActivityLoad> loads) {
    return loads.stream().collect(Collectors.toMap(ActivityLoad::activity, Function.identity()));
  }

  private static LoggedLoads taken(Path file, RunRecorder recorder) throws Exception {
    LoggedLoads loads = LoggedLoads.of("site/node", recorder);
    try (LogReader log = LogReader.open(file)) {
      for (EventCursor event = log.cursor(); event.next(); ) {
        loads.take(event);
      }
    }
    return loads;
  }

  @Test
  void list_ofProcessors_isReadAsItself() {
    for (String list : Stream.of("", "0", "0-3,7", "1,3-4,65535").toList()) {
      assertThat(CpuSet.parse(list).list()).isEqualTo(list);
    }
  }
}
