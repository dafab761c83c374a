package io.flowgauge.benchmarks.eventlog;

import io.flowgauge.log.trigger.TriggerFile;
import io.flowgauge.log.trigger.TriggerWatch;
import io.flowgauge.log.trigger.Triggers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A trigger file of 50 entries, large by the standard of the paper. */
@State(Scope.Benchmark)
public class TriggerText {
  private static final int ENTRIES = 50;

  private String text;
  private Path file;
  private TriggerWatch watch;

  /** Called by JMH. */
  public TriggerText() {}

  @Setup
  public void write() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int k = 0; k < ENTRIES; k++) {
      lines.append(
          "event=transfer%d.end where=BYTES>=65536&MS<%d to=tcp://host%d:14380 id=r%d%n"
              .formatted(k, k, k, k));
    }
    text = lines.toString();
    file = Arrivals.file("triggers");
    Files.writeString(file, text);
    watch = new TriggerWatch(TriggerFile.at(file));
    watch.poll();
  }

  Triggers parse() {
    Triggers triggers = Triggers.parse(text);
    if (triggers.entries().size() != ENTRIES) {
      throw new IllegalStateException(triggers.problems().toString());
    }
    return triggers;
  }

  boolean poll() throws IOException {
    return watch.poll().isPresent();
  }

  @TearDown
  public void delete() throws IOException {
    Files.delete(file);
  }
}
