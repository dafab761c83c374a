package io.flowgauge.traces.pegasus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged logs give either a run or a clear error. With {@code -Dflowgauge.long=true} they are
 * damaged in five times as many ways.
 */
class StampedeFuzzTest {
  private static final boolean LONG = Boolean.getBoolean("flowgauge.long");
  private static final int MUTATIONS = LONG ? 1000 : 200;
  private static final int CUT_EVERY = LONG ? 13 : 67;
  private static final long SEED = 20260105;

  @TempDir Path folder;

  private static byte[] sample() throws IOException {
    try (var in = StampedeFuzzTest.class.getResourceAsStream("retry.bp")) {
      return in.readAllBytes();
    }
  }

  private void readDamaged(byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("damaged.bp"), bytes);
    try {
      WorkflowRun run = Flowgauge.read(file);
      assertThat(run.workflow().activityCount()).isPositive();
      run.executions().forEach(execution -> assertThat(execution.attempts()).isNotNull());
    } catch (TraceFormatException e) {
      assertThat(e.getMessage()).contains("damaged.bp", ": found ", ", expected ");
    }
  }

  @Test
  void read_cutAnywhere_runOrClearError() throws IOException {
    byte[] whole = sample();
    for (int length = 0; length < whole.length; length += CUT_EVERY) {
      readDamaged(Arrays.copyOf(whole, length));
    }
  }

  @Test
  void read_bytesChanged_runOrClearError() throws IOException {
    Random random = new Random(SEED);
    for (int k = 0; k < MUTATIONS; k++) {
      byte[] bytes = sample();
      for (int change = random.nextInt(8); change >= 0; change--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      readDamaged(bytes);
    }
  }

  @Test
  void read_linesSwappedAndRepeated_runOrClearError() throws IOException {
    Random random = new Random(SEED);
    String[] lines = new String(sample(), UTF_8).split("\n", -1);
    for (int k = 0; k < 200; k++) {
      String[] some = lines.clone();
      for (int change = 0; change < 10; change++) {
        some[random.nextInt(some.length)] = some[random.nextInt(some.length)];
      }
      readDamaged(String.join("\n", some).getBytes(UTF_8));
    }
  }

  @Test
  void read_hugeNumbers_runOrClearError() throws IOException {
    String whole = new String(sample(), UTF_8);
    for (String number :
        new String[] {
          "9223372036854775807", "-9223372036854775808", "9223372036", "-9e9", "1e400"
        }) {
      readDamaged(whole.replaceAll("ts=\\S+", "ts=" + number).getBytes(UTF_8));
      readDamaged(whole.replaceAll("dur=\\S+", "dur=" + number).getBytes(UTF_8));
      readDamaged(whole.replaceAll("start_time=\\S+", "start_time=" + number).getBytes(UTF_8));
      readDamaged(whole.replaceAll("job_inst.id=\\S+", "job_inst.id=" + number).getBytes(UTF_8));
    }
  }
}
