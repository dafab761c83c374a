package io.flowgauge.cli.sites;

import io.flowgauge.activation.ActivationRequest;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.runlog.RunsFollower;
import io.flowgauge.sites.MeasuredRun;
import io.flowgauge.sites.ReceivedLogs;
import io.flowgauge.sites.Sites;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The program at the hub: follows one run across all sites and has its activities measured where
 * they run. Stateless.
 */
final class ThreeSitesReport {
  private ThreeSitesReport() {}

  /** Follows and measures the run with the given id until it is over. */
  static WorkflowRun measure(Sites sites, String id) throws IOException, InterruptedException {
    try (LiveMonitor monitor = LiveMonitor.open();
        ReceivedLogs logs = ReceivedLogs.open(sites, ActivationRequest.of("three-sites", "run.*"));
        RunsFollower runs =
            RunsFollower.open(
                run -> Optional.of(monitor.recorder(run.id(), run.name())),
                logs.files().values().toArray(Path[]::new))) {
      while (monitor.run(id).isEmpty()) {
        logs.keep(Duration.ofMillis(100));
        runs.update();
      }
      RunRecorder recorder = monitor.recorder(id, "");
      try (MeasuredRun measured =
          MeasuredRun.of(
              sites,
              recorder,
              activity ->
                  Optional.of(
                      ProcessPattern.named("fg-*")
                          .withEnvironment("FLOWGAUGE_ACTIVITY", activity.id())))) {
        while (!monitor.run(id).orElseThrow().isFinished()) {
          logs.keep(Duration.ofMillis(200));
          runs.update();
          measured.update();
        }
        while (logs.keep(Duration.ofSeconds(1))) {
          runs.update(); // Processes do not all report the end at the same time.
        }
        measured.update();
        measured.refusals().forEach(System.err::println);
      }
      return recorder.snapshot();
    }
  }
}
