package io.flowgauge.traces.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.TraceFormatException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class PackedFilesTest {
  private static final int MEBIBYTE = 1 << 20;

  @TempDir private Path folder;

  private static byte[] packed(byte[] content, Packing packing) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = packer(bytes, packing)) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  private static OutputStream packer(OutputStream out, Packing packing) throws IOException {
    return packing == Packing.GZIP
        ? new GZIPOutputStream(out)
        : new XZOutputStream(out, new LZMA2Options(1));
  }

  /** Returns the samples of all formats; folders include everything below them. */
  private static List<Path> samples() throws IOException {
    Path resources = HostileInput.sample(PackedFilesTest.class, "/io/flowgauge/traces");
    try (var formats = Files.walk(resources, 2)) {
      return formats
          .filter(path -> resources.relativize(path).getNameCount() == 2)
          .sorted()
          .toList();
    }
  }

  /** Packs a file, or all files below a folder, under names with or without the packer's ending. */
  private static void pack(Path from, Path to, Packing packing, String ending) throws IOException {
    try (var all = Files.walk(from)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Path target = Path.of(to.resolve(from.relativize(file).toString()) + ending);
        Files.createDirectories(target.getParent());
        Files.write(target, packed(Files.readAllBytes(file), packing));
        Files.setLastModifiedTime(target, Files.getLastModifiedTime(file));
      }
    }
  }

  /** Returns the run as a document without the line that lists its files in order of name. */
  private String document(WorkflowRun run) throws IOException {
    Path written = folder.resolve("written.json");
    Flowgauge.write(run, written);
    return Files.readString(written).replaceFirst("\"read as [^\"]*", "");
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "XZ"})
  void read_samplesOfAllFormatsPacked_areTheSameRuns(Packing packing) throws IOException {
    int runs = 0;
    for (Path sample : samples()) {
      WorkflowRun plain;
      try {
        plain = Flowgauge.read(sample);
      } catch (TraceFormatException e) {
        continue; // A companion without its run, or several runs.
      }
      runs++;
      for (String ending : List.of("." + packing.program(), "")) {
        String suffix = ending.equals(".gzip") ? ".gz" : ending;
        Path copy = folder.resolve(runs + suffix).resolve(sample.getFileName());
        pack(sample, copy, packing, suffix);
        Path named = Files.isDirectory(sample) ? copy : Path.of(copy + suffix);
        String read = document(Flowgauge.read(named));
        assertThat(suffix.isEmpty() ? read : read.replace(suffix, "")) // Diagnostics name files.
            .as(named.toString())
            .isEqualTo(document(plain));
      }
    }
    assertThat(runs).isGreaterThan(12);
  }

  private static byte[] trace(int tasks) {
    StringBuilder rows =
        new StringBuilder("task_id\thash\tname\tstatus\tsubmit\tstart\tcomplete\n");
    for (int i = 1; i <= tasks; i++) {
      rows.append(i).append("\tab/").append(String.format("%06x", i)).append("\tA (");
      rows.append(i).append(")\tCOMPLETED\t1700000000000\t1700000001000\t17000000");
      rows.append(String.format("%05d", i)).append("\n");
    }
    return rows.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * As with a second gzip member whose beginning is damaged; the file may be read in several
   * pieces.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 20, 2000})
  void read_somethingElseBehindGzip_isRefused(int bytes) throws IOException {
    byte[] whole = packed(trace(3), Packing.GZIP);
    byte[] longer = Arrays.copyOf(whole, whole.length + bytes);
    Path zeros = Files.write(folder.resolve("zeros"), longer);
    assertThat(Flowgauge.read(zeros).workflow().activityCount()).isEqualTo(3);
    longer[longer.length - 1] = 'x';
    Path other = Files.write(folder.resolve("other"), longer);
    assertThatThrownBy(() -> Flowgauge.read(other))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("other: found damaged gzip data (they are followed by other data)");
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "XZ"})
  void read_truncatedAnywhere_isRefusedWithTheFile(Packing packing) throws IOException {
    byte[] whole = packed(trace(3000), packing);
    for (int left : new int[] {7, 20, whole.length / 2, whole.length - 5}) {
      Path file = Files.write(folder.resolve("trace" + left), Arrays.copyOf(whole, left));
      assertThatThrownBy(() -> Flowgauge.read(file))
          .as(left + " of " + whole.length)
          .isInstanceOf(TraceFormatException.class)
          .hasMessageStartingWith(file + ": found ")
          .hasMessageContaining(packing.program() + " data");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "XZ"})
  void read_damaged_isRefusedWithTheFile(Packing packing) throws IOException {
    byte[] whole = packed(trace(3000), packing);
    for (int i = 0; i < 64; i++) {
      whole[whole.length / 2 + i] ^= 0x55;
    }
    Path file = Files.write(folder.resolve("trace"), whole);
    assertThatThrownBy(() -> Flowgauge.read(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining(file + ": found damaged " + packing.program() + " data");
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "XZ"})
  void open_bomb_endsInAnError(Packing packing) throws IOException {
    Path file = folder.resolve("bomb");
    try (OutputStream out = packer(Files.newOutputStream(file), packing)) {
      byte[] lines = new byte[MEBIBYTE];
      Arrays.fill(lines, (byte) '\n');
      for (int i = 0; i < 80; i++) {
        out.write(lines);
      }
    }
    byte[] buffer = new byte[MEBIBYTE];
    try (InputStream in = FileContent.open(file)) {
      assertThatThrownBy(
              () -> {
                while (in.read(buffer) >= 0) {}
              })
          .isInstanceOf(TraceFormatException.class)
          .hasMessageContaining("unpack to more than 500 times their size");
    }
  }

  /** Byte 16 encodes the size of the dictionary, here 1 GiB. */
  @Test
  void open_xzThatNeedsMuchMemory_isRefused() throws IOException {
    byte[] whole = packed(trace(1), Packing.XZ);
    whole[16] = 36;
    int header = (whole[12] + 1) * Integer.BYTES;
    CRC32 sum = new CRC32();
    sum.update(whole, 12, header - Integer.BYTES);
    ByteBuffer.wrap(whole)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(12 + header - Integer.BYTES, (int) sum.getValue());
    Path file = Files.write(folder.resolve("large"), whole);
    try (InputStream in = FileContent.open(file)) {
      assertThatThrownBy(in::read)
          .isInstanceOf(TraceFormatException.class)
          .hasMessageContaining("MiB to unpack, expected at most 128 MiB");
    }
  }

  @Test
  void open_severalArchivesInOneFile_areAllRead() throws IOException {
    for (Packing packing : List.of(Packing.GZIP, Packing.XZ)) {
      Path file = folder.resolve(packing.program());
      try (OutputStream out = Files.newOutputStream(file)) {
        out.write(packed("one\n".getBytes(StandardCharsets.UTF_8), packing));
        out.write(packed("two\n".getBytes(StandardCharsets.UTF_8), packing));
      }
      try (InputStream in = Flowgauge.open(file)) {
        assertThat(in).hasContent("one\ntwo\n");
      }
    }
  }

  @Test
  void read_packedArchiveOfFiles_isRefusedWithItsKind() throws IOException {
    byte[] zeros = new byte[4 * 512];
    zeros[0] = 'a';
    Path file = Files.write(folder.resolve("run.tar.gz"), packed(zeros, Packing.GZIP));
    assertThatThrownBy(() -> Flowgauge.read(file))
        .hasMessageContaining("binary data, packed with gzip (unpack it first)");
  }
}
