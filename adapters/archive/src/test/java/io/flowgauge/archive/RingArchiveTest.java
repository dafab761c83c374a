package io.flowgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events are fed from rings while they are there, and not a second time from blocks. */
class RingArchiveTest {
  @TempDir Path folder;

  @Test
  void feed_eventsInRingsAndThenInBlocks_addsEachOnce() throws Exception {
    Path file = folder.resolve("a.nlb");
    Database database = Database.sqlite(folder.resolve("archive.db"));
    try (Archive archive = database.open()) {
      try (EventLog log = EventLog.to(file).flushEvery(Duration.ofDays(1)).open();
          Feeder feeder = archive.follow(file)) {
        DeclaredEvent type = log.declare(EventSchema.named("e").int32("n").build());
        for (int n = 0; n < 100; n++) {
          type.log(n);
        }
        assertThat(archive.feed(file)).isEqualTo(new FeedSummary(100, 0, 0));
        assertThat(feeder.feed()).isEqualTo(new FeedSummary(0, 100, 0));
        Logs.flush(log);
        type.log(100);
        assertThat(feeder.feed().fed()).isEqualTo(1);
        assertThat(archive.feed(file).fed()).isZero();
      }
      assertThat(archive.feed(file)).isEqualTo(new FeedSummary(0, 101, 0));
    }
    // Times are not compared: a ring may have another clock anchor than the block that follows it.
    assertThat(database.rows("select count(*), count(distinct event_number), sum(n) from e"))
        .containsExactly(List.of("101", "101", "5050"));
  }
}
