package io.flowgauge.runlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.write.EventLog;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ActivityFormsTest {
  @TempDir private Path folder;

  /** Forms are shared per log, as each set declares dozens of event types. */
  @Test
  void of_runsOfALog_areMadeOnce() throws Exception {
    try (EventLog log = EventLog.open(folder.resolve("one.nlb"));
        EventLog other = EventLog.open(folder.resolve("other.nlb"))) {
      ActivityForms forms = ActivityForms.of(log);

      assertThat(ActivityForms.of(log)).isSameAs(forms);
      assertThat(ActivityForms.of(other)).isNotSameAs(forms);
    }
  }
}
