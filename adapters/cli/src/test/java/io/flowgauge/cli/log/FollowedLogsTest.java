package io.flowgauge.cli.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Session;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedLogsTest {
  @TempDir private Path folder;

  @Test
  void appended_eventsSeenInARingBeforeTheFileWasRotated_areNotThereAgain() throws Exception {
    Path file = folder.resolve("x.nlb");
    Session session =
        new Session(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream(),
            UTF_8);
    try (EventLog log = EventLog.to(file).flushEvery(Duration.ofHours(1)).open()) {
      DeclaredEvent number = log.declare(EventSchema.named("number").int32("n").build());
      number.log(0);
      log.flush();
      try (FollowedLogs followed = new FollowedLogs(List.of(file), session)) {
        number.log(1);
        assertThat(numbers(followed.appended())).containsExactly(0, 1);
        Files.move(file, folder.resolve("old.nlb"));
        number.log(2);
        log.flush();
        List<Integer> later = numbers(followed.appended());
        later.addAll(numbers(followed.appended()));
        assertThat(later).containsExactly(2);
      }
    }
  }

  private static List<Integer> numbers(EventCursor events) throws IOException {
    List<Integer> numbers = new ArrayList<>();
    while (events.next()) {
      numbers.add(events.int32(0));
    }
    return numbers;
  }
}
