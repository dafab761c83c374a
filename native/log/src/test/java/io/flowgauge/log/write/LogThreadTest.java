package io.flowgauge.log.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.sink.LogDestination;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LogThreadTest {
  @TempDir Path folder;

  /**
   * Interrupts the log's threads, as a host does that interrupts a whole thread group to end its
   * own threads.
   */
  private static void interruptAll() {
    List<Thread> threads =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("flowgauge-log"))
            .toList();
    assertThat(threads).hasSizeGreaterThan(1);
    threads.forEach(Thread::interrupt);
  }

  private static long count(Path file) throws IOException {
    try (LogReader log = LogReader.open(file)) {
      return log.events().count();
    }
  }

  @Test
  void interrupt_threadsOfALog_logGoesOn() throws Exception {
    Path file = folder.resolve("interrupted.nlb");
    try (EventLog log = EventLog.open(file)) {
      DeclaredEvent type = log.declare(EventSchema.named("number").int32("n").build());
      type.log(1);
      interruptAll();
      type.log(2);
      assertThat(log.flush()).isTrue();
      assertThat(log.counts().failure()).isEmpty();
      assertThat(log.ringFailure()).isEmpty();
    }
    assertThat(count(file)).isEqualTo(2);
  }

  @Test
  void interrupt_threadOfADestination_takesTheNextEvents() throws Exception {
    try (Receiver receiver = Receiver.tcp(folder.resolve("received.nlb"))) {
      LogDestination to = LogDestination.parse(receiver.to());
      try (EventLog log = EventLog.to(to).open()) {
        DeclaredEvent type = log.declare(EventSchema.named("number").int32("n").build());
        type.log(1);
        assertThat(log.flush()).isTrue();
        interruptAll();
        type.log(2);
        assertThat(log.flush()).isTrue();
        assertThat(log.counts().written()).isEqualTo(2);
      }
    }
  }
}
