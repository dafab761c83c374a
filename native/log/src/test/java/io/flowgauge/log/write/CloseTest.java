package io.flowgauge.log.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.EventSchema;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CloseTest {
  @TempDir Path folder;

  /** A call that began before the log was closed, and ends long after. */
  @Test
  void counts_callEndsAfterClose_includeItsEvent() throws Exception {
    EventLog log = EventLog.open(folder.resolve("x.nlb"));
    DeclaredEvent type = log.declare(EventSchema.named("number").int32("n").build());
    type.log(1);
    Lane lane = type.start().begin(0);
    lane.int32(0, 2);
    log.close();
    assertThat(log.counts().written()).isEqualTo(1);
    assertThat(log.counts().dropped()).isZero();

    lane.commit();

    assertThat(log.counts().written()).isEqualTo(1);
    assertThat(log.counts().dropped()).isEqualTo(1);
    assertThat(log.counts().dropped()).isEqualTo(1);
  }
}
