package io.flowgauge.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.cli.terminal.ClosedPipeException;
import io.flowgauge.cli.terminal.Progress;
import io.flowgauge.testsupport.Checkout;
import io.flowgauge.testsupport.ForcedFiles;
import io.flowgauge.testsupport.JavaCommand;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class StreamsTest {
  @TempDir private Path folder;

  @Test
  void text_asciiCharset_keepsItsColumns() throws IOException {
    assertThat(encoded("├ é ███▏ …", US_ASCII)).isEqualTo("| ? ###. ~");
    assertThat(encoded("├ é ███▏ …", ISO_8859_1)).isEqualTo("| é ###. ~");
    assertThat(encoded("├ é ███▏ …", UTF_8)).isEqualTo("├ é ███▏ …");
  }

  @Test
  void run_closedPipe_endsSilentlyWithSuccess() {
    var err = new ByteArrayOutputStream();
    var session = new Session(InputStreams.EMPTY, new Failing("Broken pipe"), err, UTF_8);

    assertThat(Main.run(new String[] {"--help"}, session)).isZero();
    assertThat(err.size()).isZero();
  }

  @Test
  void text_closedPipe_isDistinguishedFromAFullDisk() {
    assertThatThrownBy(() -> print(new Failing("Broken pipe")))
        .isInstanceOf(ClosedPipeException.class);
    assertThatThrownBy(() -> print(new Failing("No space left on device")))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(ClosedPipeException.class);
  }

  @Test
  void run_fullDisk_namesStandardOutput() {
    var err = new ByteArrayOutputStream();
    var full = new Failing("No space left on device");
    var session = new Session(InputStreams.EMPTY, full, err, UTF_8);

    assertThat(Main.run(new String[] {"--help"}, session)).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .isEqualTo("flowgauge: standard output: No space left on device\n");
  }

  @Test
  void run_fullDiskWithinACommand_isReportedOnce() {
    var err = new ByteArrayOutputStream();
    var full = new Failing("No space left on device");
    var session = new Session(InputStreams.EMPTY, full, err, UTF_8);
    String run = Checkout.root().resolve("samples/dft/A.json").toString();

    assertThat(Main.run(new String[] {"report", run}, session)).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .isEqualTo("flowgauge: standard output: No space left on device\n");
  }

  @Test
  void newFile_fullDisk_isNamed() throws IOException {
    Path target = folder.resolve("report.json");
    try (NewFile file = new NewFile(target)) {
      assertThatThrownBy(
              () ->
                  file.write(
                      () -> {
                        throw new IOException("No space left on device");
                      }))
          .isInstanceOf(IOException.class)
          .hasMessage(target + ": No space left on device");
      var named = new NoSuchFileException("other");
      assertThatThrownBy(
              () ->
                  file.write(
                      () -> {
                        throw named;
                      }))
          .isSameAs(named);
    }
  }

  @Test
  void newFile_notPublished_leavesNothing() throws IOException {
    Path target = folder.resolve("report.json");
    Files.writeString(target, "old");
    try (NewFile file = new NewFile(target)) {
      Files.writeString(file.draft(), "half");
    }

    assertThat(target).hasContent("old");
    assertThat(folder).isDirectoryContaining(target::equals);
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void newFile_terminatedWhileWriting_leavesNothing() throws Exception {
    Path others = Files.writeString(folder.resolve(".1.report.html.part"), "of another process");
    Path target = folder.resolve("report.html");
    List<String> command =
        JavaCommand.with(
            "-cp",
            System.getProperty("java.class.path"),
            EndlessWriter.class.getName(),
            target.toString());
    Process writer = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      assertThat(writer.inputReader().readLine()).isEqualTo("written");
      assertThat(folder.toFile().list()).hasSize(4);
      // Process.destroy would also close its input, and so end the writing.
      writer.toHandle().destroy();
      assertThat(writer.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      writer.destroyForcibly();
    }

    assertThat(folder.toFile().listFiles()).containsExactly(others.toFile());
  }

  /** Otherwise the file could be empty after a power cut, and the previous one gone. */
  @Test
  void newFile_published_isForcedToTheDisk() throws Exception {
    List<Path> forced =
        ForcedFiles.in(
            folder,
            () -> {
              try (NewFile file = new NewFile(folder.resolve("report.json"))) {
                Files.writeString(file.draft(), "new");
                file.publish();
              }
              return folder;
            });
    assertThat(forced).hasSize(1);
  }

  @Test
  void newFile_published_replacesWhatALinkNames() throws IOException {
    Path target = Files.writeString(folder.resolve("real.json"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.json"), target);
    try (NewFile file = new NewFile(link)) {
      Files.writeString(file.draft(), "new");
      file.publish();
    }

    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(target).hasContent("new");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void newFile_replacingAnother_isReadableForTheSame() throws IOException {
    Path target = Files.writeString(folder.resolve("report.json"), "old");
    for (String mode : List.of("rw-------", "rw-rw-rw-")) {
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(mode));
      try (NewFile file = new NewFile(target)) {
        Files.writeString(file.draft(), "new");
        file.publish();
      }
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
          .isEqualTo(mode);
    }
  }

  @Test
  void newFile_nameAsLongAsCanBe_isWritten() throws IOException {
    String run = Checkout.root().resolve("samples/dft/A.json").toString();
    Path target = folder.resolve("x".repeat(255 - ".json".length()) + ".json");

    assertThat(Outcome.of("convert", run, target.toString()).err()).isEmpty();
    assertThat(target).isRegularFile().content().contains("\"dft-A\"");
  }

  @Test
  void newFile_missingFolder_isRefusedAtOnce() {
    assertThatThrownBy(() -> new NewFile(folder.resolve("none/report.json")))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> new NewFile(folder)).hasMessageContaining("found a folder");
  }

  @Test
  void progress_shortWork_showsNothing() {
    StringWriter terminal = new StringWriter();
    new Progress(new PrintWriter(terminal), "reading x", OptionalDouble::empty).end();

    assertThat(terminal.toString()).isEmpty();
  }

  @Test
  void progress_longWork_erasesItsLine() {
    StringWriter terminal = new StringWriter();
    Progress progress = new Progress(new PrintWriter(terminal), "reading x", OptionalDouble::empty);
    progress.tick();
    progress.end();
    progress.tick();

    assertThat(terminal.toString())
        .isEqualTo("\rreading x … 1 s\r" + " ".repeat("reading x … 1 s".length()) + "\r");
  }

  /** What a prediction says about its activities is computed as it is written. */
  @Test
  void predict_whileItWritesReasons_showsProgress() throws Exception {
    OutputStream none = OutputStream.nullOutputStream();
    Session session =
        new Session(
            InputStream.nullInputStream(),
            none,
            none,
            UTF_8,
            Providers::installed,
            false,
            false,
            true);
    String montage = Checkout.root().resolve("samples/montage").toString();
    String[] args = {
      "predict", montage, "--mode=dsp", "--slots=2", "--data-segments=2000", "--relative-error=0.5"
    };
    Thread command = new Thread(() -> Main.run(args, session));
    command.start();
    int seen = 0;
    int shown = 0;
    while (command.isAlive()) {
      boolean isProgress =
          Thread.getAllStackTraces().keySet().stream()
              .anyMatch(thread -> thread.getName().equals("flowgauge-progress"));
      boolean isReasons =
          Stream.of(command.getStackTrace())
              .anyMatch(call -> call.getClassName().endsWith(".Reasons"));
      seen += isReasons ? 1 : 0;
      shown += isReasons && isProgress ? 1 : 0;
      Thread.sleep(5);
    }

    assertThat(seen).isPositive();
    assertThat(shown).isEqualTo(seen);
  }

  @Test
  void progress_anyName_fitsALine() {
    StringWriter terminal = new StringWriter();
    String what = "reading " + "folder/".repeat(100) + "\u001b[31m\n";
    Progress progress = new Progress(new PrintWriter(terminal), what, OptionalDouble::empty);
    progress.tick();
    progress.end();

    assertThat(terminal.toString())
        .startsWith("\rreading folder/folder/fol…der/folder/folder/\uFFFD[31m\uFFFD … 1 s\r");
  }

  @Test
  void progress_shareKnown_isShownWithTheTimeLeft() {
    StringWriter terminal = new StringWriter();
    double[] share = {0.001, 0.125, 0.5, 1};
    int[] asked = {0};
    Progress progress =
        new Progress(
            new PrintWriter(terminal), "reading x", () -> OptionalDouble.of(share[asked[0]++]));
    for (int k = 0; k < share.length; k++) {
      progress.tick();
    }
    progress.end();

    assertThat(terminal.toString().split("\r"))
        .containsExactly(
            "",
            "reading x … 1 s",
            "reading x: 12 %, 14 s left",
            "reading x: 50 %, 3 s left ",
            "reading x … 4 s" + " ".repeat(10),
            " ".repeat(15));
  }

  @Test
  void failure_ofAnyKind_isOneLine() {
    assertThat(Failure.message(new IllegalStateException("a\nb\u001b[31m")))
        .isEqualTo("unexpected: a b [31m, IllegalStateException (FLOWGAUGE_DEBUG=1 shows where)");
    assertThat(Failure.message(new OutOfMemoryError())).contains("-Xmx8g");
    assertThat(Failure.message(new NoSuchFileException("x"))).startsWith("x: found nothing");
  }

  private static String encoded(String text, Charset charset) throws IOException {
    var out = new ByteArrayOutputStream();
    var session = new Session(InputStreams.EMPTY, out, out, charset);
    session.text().write(text);
    session.flush();
    return out.toString(charset);
  }

  private static void print(OutputStream out) throws IOException {
    var session = new Session(InputStreams.EMPTY, out, out, UTF_8);
    session.text().write("x");
    session.flush();
  }

  /** The input of a process without input. */
  private static final class InputStreams {
    static final ByteArrayInputStream EMPTY = new ByteArrayInputStream(new byte[0]);
  }

  /** An output that fails in a given way. */
  private static final class Failing extends OutputStream {
    private final String message;

    Failing(String message) {
      this.message = message;
    }

    @Override
    public void write(int b) throws IOException {
      throw new IOException(message);
    }
  }

  /** A command that does not end while it writes. */
  static final class EndlessWriter {
    public static void main(String[] args) throws Exception {
      try (NewFile file = new NewFile(Path.of(args[0]))) {
        file.writeText(
            out -> {
              out.write("half");
              out.flush();
              // Drafts as left by writers of runs, models and Parquet files.
              String name = file.draft().getFileName().toString();
              Files.writeString(file.draft().resolveSibling("." + name + ".x.part"), "half");
              Files.writeString(file.draft().resolveSibling(name + ".part"), "half");
              System.out.println("written");
              System.in.read();
            });
      }
    }
  }
}
