package io.flowgauge.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine that continues to record after its monitor was closed. */
class ClosedMonitorTest {
  private static final String END =
      " although its monitor was closed, and is missing in the logs: close the monitor after the"
          + " last run";

  @TempDir private Path folder;

  @Test
  void record_afterClose_isRecordedAndWarnedOfOnce() throws IOException {
    try (Warnings warnings = new Warnings()) {
      LiveMonitor monitor = LiveMonitor.builder().logs(folder).open();
      RunRecorder recorder = monitor.recorder("r1", "r1");
      recorder.record("a", EventType.ACTIVE);
      monitor.close();
      assertThat(warnings.messages()).isEmpty();
      recorder.record("a", EventType.COMPLETED);
      monitor.recorder("r1", "r1").record("b", EventType.ACTIVE);
      assertThat(recorder.snapshot().workflow().activityCount()).isEqualTo(2);
      assertThat(warnings.messages()).containsExactly("more is recorded of run r1" + END);
    }
  }

  /** The folder may belong to another monitor by now. */
  @Test
  void recorder_ofNewRunAfterClose_leavesTheFolderAlone() throws IOException {
    try (Warnings warnings = new Warnings()) {
      LiveMonitor monitor = LiveMonitor.builder().logs(folder).open();
      monitor.close();
      List<Path> before = files();
      RunRecorder recorder = monitor.recorder("r1", "r1");
      recorder.record("a", EventType.ACTIVE);
      assertThat(recorder.snapshot().workflow().activityCount()).isEqualTo(1);
      assertThat(files()).isEqualTo(before);
      assertThat(warnings.messages()).containsExactly("more is recorded of run r1" + END);
    }
  }

  @Test
  void record_afterCloseWithoutLogs_isNotWarnedOf() throws IOException {
    try (Warnings warnings = new Warnings()) {
      LiveMonitor monitor = LiveMonitor.open();
      monitor.close();
      monitor.recorder("r1", "r1").record("a", EventType.ACTIVE);
      assertThat(warnings.messages()).isEmpty();
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.sorted().toList();
    }
  }
}
