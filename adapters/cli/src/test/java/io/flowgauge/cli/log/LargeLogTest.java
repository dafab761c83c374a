package io.flowgauge.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Main;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.testsupport.JavaCommand;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Logs larger than memory: runs each command on a log of one gibibyte in a JVM of 256 MiB. Takes
 * minutes; run it with {@code -Dflowgauge.long=true}.
 */
@EnabledIfSystemProperty(named = "flowgauge.long", matches = "true")
class LargeLogTest {
  private static final long BYTES = 1L << 30;
  private static final int AT_ONCE = 1_000_000;
  private static final String HEAP = "-Xmx256m";

  @TempDir private Path folder;

  interface Block {
    void log(long id, int bytes, float load);
  }

  @Test
  void commands_onAGigabyte_needLittleMemory() throws Exception {
    Path log = folder.resolve("large.nlb");
    long events = write(log);
    assertThat(Files.size(log)).isGreaterThan(BYTES);

    assertThat(run("log", "stats", log.toString())).startsWith(String.format("%,d events", events));
    assertThat(run("log", "tail", "-n", "3", log.toString()).lines()).hasSize(3);
    String bp = folder.resolve("l.bp").toString();
    assertThat(run("log", "convert", log.toString(), bp, "--where", "bytes>=65630")).isEmpty();
    assertThat(run("log", "merge", "-o", folder.resolve("m.nlb").toString(), log.toString()))
        .isEmpty();
    assertThat(run("log", "plot", log.toString(), "-o", folder.resolve("l.html").toString()))
        .isEmpty();
    assertThat(run("log", "tail", "-n", "1", bp).lines()).hasSize(1);
    assertThat(Files.size(folder.resolve("l.html"))).isLessThan(10_000_000);
  }

  private static long write(Path file) throws Exception {
    long count = 0;
    try (EventLog log = EventLog.to(file).buffer(1 << 25).open()) {
      Block[] blocks = new Block[2];
      for (int k = 0; k < blocks.length; k++) {
        String name = k == 0 ? "block.start" : "block.end";
        EventSchema schema =
            EventSchema.named(name).lifeline("id").int32("bytes").float32("load").build();
        blocks[k] = log.declare(schema).as(MethodHandles.lookup(), Block.class);
      }
      while (Files.size(file) <= BYTES) {
        for (int k = 0; k < AT_ONCE; k++) {
          blocks[k % 2].log((count + k) / 2, 65_536 + k % 100, k % 7);
        }
        count += AT_ONCE;
        assertThat(log.flush()).isTrue();
      }
      return count - log.counts().dropped();
    }
  }

  /** Runs a command in a separate process, as a user would. */
  private String run(String... args) throws IOException, InterruptedException {
    List<String> command =
        JavaCommand.with(HEAP, "-cp", System.getProperty("java.class.path"), Main.class.getName());
    command.addAll(List.of(args));
    Path out = folder.resolve("out");
    long began = System.nanoTime();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    int status = process.waitFor();
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    System.out.println(String.join(" ", args) + ": " + took.toSeconds() + " s");
    String printed = Files.readString(out);
    assertThat(status).as(printed).isZero();
    return printed;
  }
}
