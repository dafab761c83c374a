package io.flowgauge.traces.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.document.RandomRuns;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads every committed sample of every format with each of its files replaced by hostile content:
 * the result is a run or a one-line error. The time limit is far above what the test takes; it
 * catches a reader that does not terminate.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HostileSamplesTest {
  private static final int DEPTH = 20_000;
  private static final int LARGEST_SAMPLE = 200_000;

  @TempDir private Path folder;
  private final List<Path> samples = new ArrayList<>();
  private final List<byte[]> texts = new ArrayList<>();
  private int runs;
  private int refusals;

  /**
   * Finds the folders with samples, and adds single files, some of which this library has written.
   */
  @BeforeEach
  void findSamples() throws IOException {
    Path resources = HostileInput.sample(HostileSamplesTest.class, "/io/flowgauge/traces");
    try (Stream<Path> formats = Files.walk(resources, 2)) {
      formats
          .filter(path -> resources.relativize(path).getNameCount() == 2)
          .filter(Files::isDirectory)
          .sorted()
          .forEach(samples::add);
    }
    sample("bp", Files.readAllBytes(resources.resolve("pegasus/retry.bp")), "retry.bp");
    sample("otlp", Files.readAllBytes(resources.resolve("otlp/engine.jsonl")), "engine.jsonl");
    WorkflowRun run = RandomRuns.after1970(4);
    for (String name : List.of("run.json", "run.wfformat.json", "run.otlp.json")) {
      Path written = folder.resolve(name);
      Flowgauge.write(run, written);
      sample(name, Files.readAllBytes(written), name);
      Files.delete(written);
    }
    for (Path sample : samples) {
      for (Path file : files(sample)) {
        texts.add(Files.readAllBytes(file));
      }
    }
    assertThat(samples).hasSizeGreaterThan(12);
  }

  private void sample(String name, byte[] content, String file) throws IOException {
    Path sample = Files.createDirectories(folder.resolve("given").resolve(name));
    Files.write(sample.resolve(file), content);
    samples.add(sample);
  }

  private static List<Path> files(Path sample) throws IOException {
    try (Stream<Path> all = Files.walk(sample)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> file.toFile().length() < LARGEST_SAMPLE)
          .sorted()
          .toList();
    }
  }

  @Test
  void read_hostileFileInEverySample_givesRunOrOneLine() throws IOException {
    for (Path sample : samples) {
      Path copy = folder.resolve("copy");
      copy(sample, copy);
      for (Path file : files(copy)) {
        byte[] whole = Files.readAllBytes(file);
        for (byte[] hostile : hostile(whole)) {
          Files.write(file, hostile);
          read(copy, sample.getFileName() + " with other " + file.getFileName());
        }
        Files.write(file, whole);
      }
      delete(copy);
    }
    assertThat(runs).isPositive();
    assertThat(refusals).isPositive();
  }

  private static void copy(Path sample, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(sample)) {
      for (Path path : all.toList()) {
        Path target = to.resolve(sample.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else {
          Files.copy(path, target);
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /**
   * Returns hostile contents, alone and after the file's own first half, so that its format is
   * still recognised.
   */
  private List<byte[]> hostile(byte[] whole) {
    byte[] half = Arrays.copyOf(whole, whole.length / 2);
    List<byte[]> all = new ArrayList<>();
    all.add(new byte[0]);
    all.add(half);
    all.add(
        new String(whole, ISO_8859_1).replaceAll("[0-9]+", "9".repeat(400)).getBytes(ISO_8859_1));
    all.add(new String(whole, ISO_8859_1).replaceAll("[0-9]+", "1e999999999").getBytes(ISO_8859_1));
    all.add(joined(whole, whole));
    all.add(texts.get((all.size() + whole.length) % texts.size()));
    for (String bomb : bombs()) {
      all.add(bomb.getBytes(ISO_8859_1));
      all.add(joined(half, bomb.getBytes(ISO_8859_1)));
    }
    return all;
  }

  private static byte[] joined(byte[] first, byte[] second) {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.writeBytes(first);
    both.writeBytes(second);
    return both.toByteArray();
  }

  private static List<String> bombs() {
    return List.of(
        "{\"@graph\":".repeat(DEPTH),
        "[".repeat(DEPTH),
        "{\"resourceSpans\":" + "[".repeat(DEPTH),
        "{\"activities\":{\"a\":{\"wallclock\":1e999999999}}}",
        "---\na: &a [x,x,x,x,x,x,x,x,x]\n" + yamlAliases(),
        "---\n- invocation: " + "{a: ".repeat(DEPTH),
        "<?xml version=\"1.0\"?><!DOCTYPE invocation ["
            + entities()
            + "]><invocation>&e9;</invocation>",
        "<?xml version=\"1.0\"?><!DOCTYPE invocation [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
            + "<invocation start=\"&x;\">&x;</invocation>",
        "<invocation>" + "<a>".repeat(DEPTH),
        "\0".repeat(DEPTH),
        "\"".repeat(DEPTH),
        "a\t".repeat(DEPTH),
        "digraph g {" + "subgraph {".repeat(DEPTH),
        "\u00ff\u00fea\0");
  }

  private static String yamlAliases() {
    StringBuilder text = new StringBuilder();
    for (char c = 'b'; c < 'k'; c++) {
      char before = (char) (c - 1);
      text.append(c).append(": &").append(c).append(" [");
      text.append(("*" + before + ",").repeat(9)).append("]\n");
    }
    return text.toString();
  }

  private static String entities() {
    StringBuilder text = new StringBuilder("<!ENTITY e0 \"eeeeeeeeee\">");
    for (int k = 1; k < 10; k++) {
      text.append("<!ENTITY e").append(k).append(" \"");
      text.append(("&e" + (k - 1) + ";").repeat(10)).append("\">");
    }
    return text.toString();
  }

  private void read(Path sample, String what) throws IOException {
    try {
      WorkflowRun run = Flowgauge.read(sample);
      assertThat(run.diagnostics()).as(what).isNotEmpty();
      runs++;
    } catch (TraceFormatException e) {
      assertThat(e.getMessage().lines()).as(what + ": " + e.getMessage()).hasSize(1);
      assertThat(e.getMessage())
          .as(what)
          .contains("found ", ", expected ")
          .doesNotContain("cannot handle", "root:")
          .hasSizeLessThan(1000);
      refusals++;
    }
  }
}
