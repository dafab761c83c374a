package io.flowgauge.live;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A null argument is reported with the name of its parameter and, in a list, its position. */
class MonitorArgumentsTest {
  private static final Path FILE = Path.of("run.json");

  @Test
  void builder_null_isNamed() {
    LiveMonitorBuilder builder = LiveMonitor.builder();
    List<WorkflowRun> nulls = Collections.singletonList(null);
    assertNamed("learned", () -> builder.history(null));
    assertNamed("runs", () -> builder.earlier(null));
    assertNamed("runs[0]", () -> builder.earlier(nulls));
    assertNamed("expected", () -> builder.slowdowns(null));
    assertNamed("folder", () -> builder.logs(null));
    assertNamed("store", () -> builder.archive(null, 1));
    assertNamed("silence", () -> builder.quiet(null));
    assertNamed("source", () -> builder.clock(null));
  }

  @Test
  void monitor_null_isNamed() throws IOException {
    try (LiveMonitor monitor = LiveMonitor.open()) {
      assertNamed("id", () -> monitor.recorder(null, "name"));
      assertNamed("name", () -> monitor.recorder("id", null));
      assertNamed("id", () -> monitor.append(null, new byte[0]));
      assertNamed("lines", () -> monitor.append("id", null));
      assertNamed("path", () -> monitor.follow(null));
      assertNamed("more[0]", () -> monitor.follow(FILE, (Path) null));
      assertNamed("listener", () -> monitor.onChange(null));
    }
  }

  private static void assertNamed(String name, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(name);
  }
}
