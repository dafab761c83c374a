package io.flowgauge.traces.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.CyclicWorkflowException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunInputTest {
  @TempDir Path folder;

  /**
   * A reader whose runs begin with the format's name, and whose companions begin with "+" and that
   * name.
   */
  private static class FakeReader implements RunReader {
    final String format;
    final List<String> companions = new ArrayList<>();
    String head = "";

    FakeReader(String format) {
      this.format = format;
    }

    @Override
    public String format() {
      return format;
    }

    @Override
    public Match match(TraceFile file) {
      if (file.head().startsWith("+" + format)) {
        return Match.COMPANION;
      }
      return file.head().startsWith(format) ? Match.RUN : Match.NO;
    }

    @Override
    public String read(TraceFile file, List<TraceFile> others, RunRecorder into)
        throws IOException {
      head = file.head();
      others.forEach(other -> companions.add(other.fileName()));
      return "";
    }
  }

  private static class FailingReader extends FakeReader {
    private final RuntimeException failure;

    FailingReader(RuntimeException failure) {
      super("a");
      this.failure = failure;
    }

    @Override
    public String read(TraceFile file, List<TraceFile> others, RunRecorder into) {
      throw failure;
    }
  }

  private final FakeReader a = new FakeReader("a");
  private final FakeReader b = new FakeReader("b");

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private WorkflowRun read(Path... paths) throws IOException {
    return new RunInput(List.of(a, b), List.of())
        .read(List.of(paths), Recorders.ofCaller(RecordedRun::new));
  }

  private static List<String> described(WorkflowRun run) {
    return run.diagnostics().stream().map(Diagnostic::message).toList();
  }

  private static void assertRefused(ThrowingCallable reading, String... parts) {
    assertThatThrownBy(reading)
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContainingAll(parts)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void read_singleFile_isNamedAfterIt() throws IOException {
    WorkflowRun run = read(file("montage.txt", "a 1"));
    assertThat(run.name()).isEqualTo("montage");
    assertThat(run.diagnostics()).containsExactly(Diagnostic.info("montage.txt", "read as a"));
  }

  @Test
  void read_readerGivesName_nameOfRun() throws IOException {
    RunReader named =
        new FakeReader("a") {
          @Override
          public String read(TraceFile file, List<TraceFile> others, RunRecorder into) {
            return "blackdiamond";
          }
        };
    WorkflowRun run =
        new RunInput(List.of(named), List.of())
            .read(List.of(file("x", "a")), Recorders.ofCaller(RecordedRun::new));
    assertThat(run.name()).isEqualTo("blackdiamond");
    assertThat(run.diagnostics()).hasSize(1);
  }

  @Test
  void read_fileWithSiblings_companionsOfferedAndOtherRunsIgnored() throws IOException {
    file("edges", "+a");
    file("other-edges", "+b");
    file("second", "a");
    file(".hidden", "+a");
    WorkflowRun run = read(file("first", "a"));
    assertThat(a.companions).containsExactly("edges");
    assertThat(run.diagnostics())
        .containsExactly(Diagnostic.info("first", "read as a, with edges"));
  }

  @Test
  void read_folder_findsRunAndListsTheRest() throws IOException {
    file("edges", "+a");
    file("trace", "a");
    file("notes", "hello");
    Files.createDirectory(folder.resolve("inner"));
    WorkflowRun run = read(folder);
    assertThat(run.name()).isEqualTo(folder.getFileName().toString());
    assertThat(run.diagnostics())
        .containsExactly(
            Diagnostic.info("trace", "read as a, with edges"),
            Diagnostic.info("input", "not part of the run: notes"));
  }

  @Test
  void read_namedFileOfNoUse_warns() throws IOException {
    WorkflowRun run = read(file("trace", "a"), file("notes", "hello"));
    assertThat(run.diagnostics())
        .contains(Diagnostic.warning("input", "named, but not used: notes"));
  }

  @Test
  void read_sameFileTwice_isOneRun() throws IOException {
    Path trace = file("trace", "a");
    assertThat(read(trace, folder, trace).name()).isEqualTo("trace");
  }

  @Test
  void read_severalRuns_namesFiveOfThem() throws IOException {
    for (int k = 0; k < 7; k++) {
      file("run" + k, "a");
    }
    assertRefused(
        () -> read(folder),
        "found 7 runs: run0 (a), run1 (a), run2 (a), run3 (a), run4 (a) and 2 more",
        "expected one run");
  }

  @Test
  void read_runThatTakesTheOtherIn_isTheRun() throws IOException {
    FakeReader both =
        new FakeReader("c") {
          @Override
          public Match match(TraceFile file) {
            return file.head().startsWith("a") ? Match.COMPANION : super.match(file);
          }
        };
    file("static", "a");
    file("log", "c");
    new RunInput(List.of(a, both), List.of())
        .read(List.of(folder), Recorders.ofCaller(RecordedRun::new));
    assertThat(both.companions).containsExactly("static");
  }

  @Test
  void read_twoReadersKnowTheFile_firstFormatByName() throws IOException {
    WorkflowRun run =
        new RunInput(List.of(a, new FakeReader("ab")), List.of())
            .read(List.of(file("trace", "abc")), Recorders.ofCaller(RecordedRun::new));
    assertThat(run.diagnostics())
        .containsExactly(
            Diagnostic.info("trace", "read as a"),
            Diagnostic.warning("trace", "could also be read as ab"));
  }

  @Test
  void read_byteOrderMark_isNoPartOfTheHead() throws IOException {
    read(file("trace", "\uFEFFa"));
    assertThat(a.head).isEqualTo("a");
  }

  @Test
  void read_badBytesAndCutCharacter_headHasReplacementsOnlyForTheFormer() throws IOException {
    byte[] text = ("a?" + "é".repeat(20_000)).getBytes(StandardCharsets.UTF_8);
    text[1] = (byte) 0xff;
    read(Files.write(folder.resolve("trace"), text));
    assertThat(a.head)
        .hasSize(TraceFile.HEAD_CHARS)
        .isEqualTo("a\uFFFD" + "é".repeat(TraceFile.HEAD_CHARS - 2));
  }

  @Test
  void read_missingPath_refused() {
    assertRefused(() -> read(folder.resolve("none")), "none", "no such file", "expected the path");
  }

  @Test
  void read_emptyFolder_refused() {
    assertRefused(() -> read(folder), "a folder without files");
  }

  @Test
  void read_emptyFile_refused() throws IOException {
    Path empty = file("empty", "");
    assertRefused(() -> read(empty), "found an empty file", "expected one of the formats a, b");
  }

  @Test
  void read_unknownText_refused() throws IOException {
    Path text = file("text", "hello");
    assertRefused(() -> read(text), "text of no known format", "one of the formats a, b");
  }

  @Test
  void read_folderWithoutRun_refused() throws IOException {
    file("text", "hello");
    file("void", "");
    assertRefused(
        () -> read(folder), "no run among 2 files: text, void (an empty file)", "formats a, b");
  }

  @Test
  void read_companionAlone_refused() throws IOException {
    Path edges = file("edges", "+a");
    assertRefused(() -> read(edges), "a companion of a run of the format a, without the run");
  }

  @Test
  void read_noText_refusedWithItsKind() throws IOException {
    Path gzip = Files.write(folder.resolve("x.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0});
    assertRefused(() -> read(gzip), "damaged gzip data");
    Path wide = Files.write(folder.resolve("wide"), "a".getBytes(StandardCharsets.UTF_16));
    assertRefused(() -> read(wide), "UTF-16 text");
    Path zip = Files.write(folder.resolve("zip"), new byte[] {'P', 'K', 3, 4});
    assertRefused(() -> read(zip), "a zip archive");
    Path binary = Files.write(folder.resolve("binary"), new byte[] {'a', 0, 7});
    assertRefused(() -> read(binary), "binary data");
  }

  @Test
  void read_noPath_illegal() {
    assertThatThrownBy(this::read).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void read_readerThrows_refusedWithFile() throws IOException {
    Path trace = file("trace", "a");
    assertFailure(trace, new IllegalArgumentException("id is empty"), "id is empty");
    assertFailure(trace, new CyclicWorkflowException(List.of("x", "y")), "cycle: x -> y -> x");
    assertFailure(trace, new IndexOutOfBoundsException("7"), "IndexOutOfBoundsException");
    assertFailure(
        trace,
        new UncheckedIOException(new MalformedInputException(1)),
        "bytes that are not UTF-8");
  }

  private static void assertFailure(Path trace, RuntimeException failure, String part) {
    RunInput input = new RunInput(List.of(new FailingReader(failure)), List.of());
    assertRefused(
        () -> input.read(List.of(trace), Recorders.ofCaller(RecordedRun::new)),
        trace.toString(),
        part,
        "expected");
  }

  @Test
  void read_readerOverflowsItsStack_refused() throws IOException {
    RunReader deep =
        new FakeReader("a") {
          @Override
          public String read(TraceFile file, List<TraceFile> others, RunRecorder into) {
            throw new StackOverflowError();
          }
        };
    Path trace = file("trace", "a");
    assertRefused(
        () ->
            new RunInput(List.of(deep), List.of())
                .read(List.of(trace), Recorders.ofCaller(RecordedRun::new)),
        "nesting that is too deep");
  }

  @Test
  void read_matchThrows_isNoMatch() throws IOException {
    RunReader broken =
        new FakeReader("0") {
          @Override
          public Match match(TraceFile file) {
            throw new IllegalStateException();
          }
        };
    WorkflowRun run =
        new RunInput(List.of(broken, a), List.of())
            .read(List.of(file("trace", "a")), Recorders.ofCaller(RecordedRun::new));
    assertThat(run.name()).isEqualTo("trace");
  }

  @Test
  void read_filesNamedToBeReadOneAfterTheOther_thoseWithRunsAreNoCompanions() throws IOException {
    FakeReader both =
        new FakeReader("both") {
          @Override
          public Optional<TraceFile> main(List<TraceFile> runs) {
            return Optional.of(runs.get(0));
          }
        };
    Path one = file("1", "both");
    Path two = file("2", "both");
    file("edges", "+both");
    RunInput alone = new RunInput(List.of(both), List.of());
    RunInput together = new RunInput(List.of(both), List.of(one, two));

    assertThat(described(alone.read(List.of(one), Recorders.ofCaller(RecordedRun::new))))
        .containsExactly("read as both, with 2, edges");
    assertThat(described(together.read(List.of(one), Recorders.ofCaller(RecordedRun::new))))
        .containsExactly("read as both, with edges");
    assertThat(described(together.read(List.of(two), Recorders.ofCaller(RecordedRun::new))))
        .containsExactly("read as both, with edges");
  }

  @Test
  void read_manyFilesOfAFolder_looksIntoEachTwiceAtMost() throws IOException {
    AtomicInteger looks = new AtomicInteger();
    FakeReader counting =
        new FakeReader("run") {
          @Override
          public Match match(TraceFile file) {
            looks.incrementAndGet();
            return super.match(file);
          }
        };
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      files.add(file("r" + i, "run"));
    }
    RunInput input = new RunInput(List.of(counting), files);

    for (Path file : files) {
      input.read(List.of(file), Recorders.ofCaller(RecordedRun::new));
    }

    assertThat(looks.get()).isBetween(files.size(), 2 * files.size());
  }

  @Test
  void read_numberedFile_isNamedWithItsNumber() throws IOException {
    Path first = file("trace.txt.1", "a");
    assertThat(read(first).name()).isEqualTo("trace.txt.1");
  }
}
