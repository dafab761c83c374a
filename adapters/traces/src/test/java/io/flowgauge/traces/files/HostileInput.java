package io.flowgauge.traces.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Damages the files of a sample one after another in many ways, and reads the sample: the result
 * must be a run or a clear one-line error. Not thread-safe.
 */
public final class HostileInput {
  private static final List<String> NUMBERS =
      List.of("9223372036854775807", "-9223372036854775808", "1e400", "-1", "0", "1e-999999999");

  private final Path folder;
  private final Random random;
  private int runs;
  private int refusals;

  private HostileInput(Path folder, long seed) {
    this.folder = folder;
    this.random = new Random(seed);
  }

  /** Returns a folder of samples beside a test class. */
  public static Path sample(Class<?> beside, String name) {
    try {
      return Path.of(beside.getResource(name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Copies the sample and reads it with each file damaged in the given number of ways. */
  public static void survive(Path sample, Path temporary, int ways) throws IOException {
    HostileInput hostile = new HostileInput(temporary, 20260105);
    List<Path> files;
    try (Stream<Path> all = Files.walk(sample)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      Path copy = temporary.resolve(sample.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
    }
    for (Path file : files) {
      hostile.damage(temporary.resolve(sample.relativize(file).toString()), ways);
    }
    assertThat(hostile.runs).as("damaged samples that are still runs").isPositive();
    assertThat(hostile.refusals).as("damaged samples that are no runs").isPositive();
  }

  private void damage(Path file, int ways) throws IOException {
    byte[] whole = Files.readAllBytes(file);
    for (int way = 0; way < ways; way++) {
      Files.write(file, damaged(whole, way));
      read(file.getFileName() + " in way " + way);
    }
    Files.write(file, whole);
  }

  private byte[] damaged(byte[] whole, int way) {
    return switch (way % 6) {
      case 0 -> Arrays.copyOf(whole, random.nextInt(whole.length));
      case 1 -> changed(whole.clone());
      case 2 -> lines(whole);
      case 3 -> number(whole);
      case 4 -> ("[".repeat(5_000) + "{\"a\":".repeat(5_000)).getBytes(ISO_8859_1);
      default -> inserted(whole);
    };
  }

  private byte[] changed(byte[] bytes) {
    for (int change = random.nextInt(8); change >= 0; change--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  private byte[] lines(byte[] whole) {
    String[] lines = new String(whole, ISO_8859_1).split("\n", -1);
    for (int change = 0; change < 10; change++) {
      lines[random.nextInt(lines.length)] = lines[random.nextInt(lines.length)];
    }
    return String.join("\n", lines).getBytes(ISO_8859_1);
  }

  /** Replaces about every third number by an absurd one. */
  private byte[] number(byte[] whole) {
    String by = NUMBERS.get(random.nextInt(NUMBERS.size()));
    return Pattern.compile("\\d+")
        .matcher(new String(whole, ISO_8859_1))
        .replaceAll(match -> random.nextInt(3) == 0 ? by : match.group())
        .getBytes(ISO_8859_1);
  }

  private byte[] inserted(byte[] whole) {
    String text = new String(whole, ISO_8859_1);
    int at = random.nextInt(text.length());
    String noise = List.of("\0", "\r\n\r\n", "\"", "${jndi:x}", "{", " \t").get(random.nextInt(6));
    return (text.substring(0, at) + noise.repeat(40) + text.substring(at)).getBytes(ISO_8859_1);
  }

  private void read(String what) {
    try {
      WorkflowRun run = Flowgauge.read(folder);
      run.executions().forEach(execution -> assertThat(execution.attempts()).isNotNull());
      assertThat(run.diagnostics())
          .as(what)
          .noneMatch(diagnostic -> diagnostic.toString().contains("\n"));
      runs++;
    } catch (TraceFormatException e) {
      assertThat(e.getMessage()).as(what).contains("found ", ", expected ").doesNotContain("\n");
      refusals++;
    } catch (IOException e) {
      throw new UncheckedIOException(what, e);
    }
  }
}
