package io.flowgauge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.testsupport.SmallDisk;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A monitor whose logs are on a disk that is temporarily full. */
@Timeout(120)
class FullDiskTest {
  private static final long BEGIN = 1_763_632_800_000_000_000L;
  private static final Pattern LACKS =
      Pattern.compile(".*\\.nlb lacks (\\d+) events, for which there was no room.*");

  @TempDir private Path folder;
  private Path disk;

  @BeforeEach
  void makeFolder() throws IOException {
    disk = Files.createDirectory(folder.resolve("disk"));
  }

  private LiveMonitor open() throws IOException {
    return LiveMonitor.builder().logs(disk.resolve("logs")).open();
  }

  private static void record(RunRecorder run, int events) {
    for (int k = 0; k < events; k++) {
      run.record("a", EventType.ACTIVE, BEGIN + k, 1);
    }
  }

  private static RunRecorder begun(LiveMonitor monitor, String id) {
    RunRecorder run = monitor.recorder(id, "run " + id);
    run.activity(Activity.of("a", "t"));
    record(run, 1);
    return run;
  }

  private static LiveRun run(LiveMonitor monitor, String id) {
    return monitor.run(id).orElseThrow();
  }

  /** Records until buffers are full, too, and events are reported as missing. */
  private static void overfill(RunRecorder run, LiveRun shown) throws Exception {
    Eventually.holds(
        () -> {
          record(run, 10_000);
          return shown.trouble().endsWith("events are missing in it: No space left on device");
        });
  }

  /** Returns how many events are reported as missing, once there is room. */
  private static long missing(LiveRun shown) throws Exception {
    Eventually.holds(() -> LACKS.matcher(shown.trouble()).matches());
    Matcher lacks = LACKS.matcher(shown.trouble());
    assertThat(lacks.matches()).isTrue();
    return Long.parseLong(lacks.group(1));
  }

  @Test
  void logs_onAFullDisk_areSaidToLackEvents() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    long lacks;
    try (SmallDisk small = SmallDisk.mount(disk, 48 << 20)) {
      try (LiveMonitor monitor = open()) {
        begun(monitor, "before");
        RunRecorder recorder = begun(monitor, "during");
        monitor.onChange(run -> told.add(run.id() + ": " + run.trouble()));
        Eventually.holds(() -> run(monitor, "before").changes() > 0);
        Thread.sleep(4000); // By then everything recorded has long been written.
        Path filler = small.fill();
        record(recorder, 1000); // More than fits into the rest of the last page.
        LiveRun during = run(monitor, "during");
        Eventually.holds(() -> during.trouble().endsWith(" written: No space left on device"));
        String first = "during: " + during.trouble();
        Eventually.holds(() -> told.contains(first));
        overfill(recorder, during);
        String second = "during: " + during.trouble();
        Eventually.holds(() -> told.contains(second));
        Files.delete(filler);
        lacks = missing(during);
        begun(monitor, "after");

        assertThat(lacks).isPositive();
        assertThat(run(monitor, "before").trouble()).isEmpty();
        assertThat(run(monitor, "after").trouble()).isEmpty();
        Eventually.holds(() -> told.contains("during: " + during.trouble()));
      }
      assertThat(told.stream().distinct().filter(each -> each.contains(".nlb"))).hasSize(3);
      try (LiveMonitor monitor = open()) {
        assertThat(monitor.runs()).extracting(LiveRun::trouble).containsOnly("");
        assertThat(monitor.recorder("during", "").snapshot().diagnostics())
            .extracting(Diagnostic::message)
            .contains(lacks + " events were dropped when they were logged");
      }
    }
  }

  @Test
  void logs_filledForAMoment_lackNothing() throws Exception {
    try (SmallDisk small = SmallDisk.mount(disk, 48 << 20)) {
      try (LiveMonitor monitor = open()) {
        RunRecorder recorder = begun(monitor, "r");
        Path filler = small.fill();
        record(recorder, 1000);
        Eventually.holds(() -> !run(monitor, "r").trouble().isEmpty());
        Files.delete(filler);
        Eventually.holds(() -> run(monitor, "r").trouble().isEmpty());
      }
      try (LiveMonitor monitor = open()) {
        assertThat(monitor.recorder("r", "").snapshot().diagnostics())
            .extracting(Diagnostic::message)
            .noneMatch(message -> message.contains("when they were logged"));
      }
    }
  }

  @Test
  void logs_fullUntilTheEnd_sayHowMuchTheyLack() throws Exception {
    try (SmallDisk small = SmallDisk.mount(disk, 48 << 20)) {
      LiveRun shown;
      try (LiveMonitor monitor = open()) {
        RunRecorder recorder = begun(monitor, "r");
        shown = run(monitor, "r");
        small.fill();
        overfill(recorder, shown);
      }
      assertThat(shown.trouble()).matches(LACKS).endsWith(": No space left on device");
    }
  }

  /** An archived run that came back would be archived again. */
  @Test
  void forget_whileTheDiskIsFull_isForGood() throws Exception {
    String gone = "gone" + "x".repeat(1000); // Longer than any room left.
    try (SmallDisk small = SmallDisk.mount(disk, 48 << 20)) {
      try (LiveMonitor monitor = open()) {
        begun(monitor, gone);
        RunRecorder recorder = begun(monitor, "stays");
        Path filler = small.fill();
        overfill(recorder, run(monitor, "stays"));
        monitor.forget(gone);
        Files.delete(filler);
      }
      try (LiveMonitor monitor = open()) {
        assertThat(monitor.runs()).extracting(LiveRun::id).containsExactly("stays");
      }
    }
  }

  @Test
  void forget_onADiskThatStaysFull_isSaidNotToLast() throws Exception {
    String gone = "gone" + "x".repeat(1000);
    try (SmallDisk small = SmallDisk.mount(disk, 48 << 20)) {
      LiveMonitor monitor = open();
      begun(monitor, gone);
      RunRecorder recorder = begun(monitor, "stays");
      Path filler = small.fill();
      overfill(recorder, run(monitor, "stays"));
      monitor.forget(gone);
      assertThatThrownBy(monitor::close)
          .isInstanceOf(IOException.class)
          .hasMessageEndingWith(
              ".nlb has no room to say that these runs were forgotten, so they may be back: "
                  + gone);
      Files.delete(filler);
      try (LiveMonitor next = open()) {
        assertThat(next.runs()).extracting(LiveRun::id).containsExactlyInAnyOrder(gone, "stays");
      }
    }
  }

  @Test
  void append_onAFullDisk_isATroubleOfTheRunUntilItWorks() throws Exception {
    byte[] line = "{\"resourceSpans\": []}\n".getBytes(StandardCharsets.UTF_8);
    try (SmallDisk small = SmallDisk.mount(disk, 48 << 20);
        LiveMonitor monitor = open()) {
      monitor.append("posted", line);
      Path filler = small.fill();
      byte[] large = "\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
      assertThatThrownBy(() -> monitor.append("posted", large)).isInstanceOf(IOException.class);
      assertThat(run(monitor, "posted").trouble())
          .isEqualTo("what was posted could not be kept: No space left on device");
      Files.delete(filler);
      monitor.append("posted", span());
      Eventually.holds(() -> run(monitor, "posted").trouble().isEmpty());
    }
  }

  private static byte[] span() {
    String text =
        "{\"resourceSpans\": [{\"scopeSpans\": [{\"spans\": [{\"traceId\":"
            + " \"0123456789abcdef0123456789abcdef\", \"spanId\": \"0123456789abcdef\", \"name\":"
            + " \"a\", \"startTimeUnixNano\": \"1\", \"endTimeUnixNano\": \"9\"}]}]}]}\n";
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
