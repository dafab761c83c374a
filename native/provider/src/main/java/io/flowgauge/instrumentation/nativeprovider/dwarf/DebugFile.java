package io.flowgauge.instrumentation.nativeprovider.dwarf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** Finds the separate debug file of a stripped one, by build id or by debug link. */
final class DebugFile {
  /** The usual root folder of such files. */
  static final Path ROOT = Path.of("/usr/lib/debug");

  private static final int GNU_BUILD_ID = 3;
  private static final int CHUNK = 1 << 16;
  private static final long MOST_SUMMED = 1L << 30;
  private static final String INFO = ".debug_info";

  private DebugFile() {}

  /**
   * Returns the file that has the debug information: the file itself, or the separate file made for
   * it, next to it or below the root.
   */
  static Optional<Path> of(Path file, Path root) throws IOException {
    try (ElfSections sections = ElfSections.open(file)) {
      if (sections.has(INFO)) {
        return Optional.of(file);
      }
      String id = buildId(sections);
      Optional<Path> byId = id.length() > 2 ? byBuildId(id, root) : Optional.empty();
      return byId.isPresent() ? byId : byLink(file, sections, root);
    }
  }

  private static Optional<Path> byBuildId(String id, Path root) {
    Path path = root.resolve(".build-id/" + id.substring(0, 2) + "/" + id.substring(2) + ".debug");
    return Optional.of(path).filter(each -> isMadeFor(each, id));
  }

  private static boolean isMadeFor(Path path, String id) {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (ElfSections sections = ElfSections.open(path)) {
      return sections.has(INFO) && buildId(sections).equals(id);
    } catch (IOException e) {
      return false; // a malformed debug file is ignored
    }
  }

  /** Returns the build id in hexadecimal digits; empty if there is none. */
  private static String buildId(ElfSections sections) throws IOException {
    byte[] note = sections.content(".note.gnu.build-id");
    if (note.length < 16) {
      return "";
    }
    Cursor cursor = Cursor.at("build id", note, 0);
    long nameSize = cursor.unsigned32();
    long size = cursor.unsigned32();
    long type = cursor.unsigned32();
    long begin = cursor.position() + (nameSize + 3) / 4 * 4;
    boolean isId = type == GNU_BUILD_ID && begin + size <= note.length;
    return isId
        ? HexFormat.of().formatHex(Arrays.copyOfRange(note, (int) begin, (int) (begin + size)))
        : "";
  }

  private static Optional<Path> byLink(Path file, ElfSections sections, Path root)
      throws IOException {
    byte[] link = sections.content(".gnu_debuglink");
    Path folder = file.toRealPath().getParent();
    if (link.length < 8 || folder == null) {
      return Optional.empty();
    }
    Cursor cursor = Cursor.at("debug link", link, 0);
    String name = cursor.text();
    cursor.skip((4 - cursor.position() % 4) % 4);
    long sum = cursor.unsigned32();
    for (Path each : candidates(folder, name, root)) {
      if (isLinked(each, file, sum) && hasInfo(each)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** Returns the paths to which a debug link may refer; a link must be a name without folders. */
  private static List<Path> candidates(Path folder, String name, Path root) {
    if (name.isEmpty() || name.contains("/")) {
      return List.of();
    }
    try {
      Path below = root.resolve(Path.of("/").relativize(folder));
      return Stream.of(folder, folder.resolve(".debug"), below).map(e -> e.resolve(name)).toList();
    } catch (InvalidPathException e) {
      return List.of(); // no file can have that name
    }
  }

  private static boolean hasInfo(Path path) throws IOException {
    try (ElfSections sections = ElfSections.open(path)) {
      return sections.has(INFO);
    }
  }

  private static boolean isLinked(Path path, Path file, long sum) throws IOException {
    if (!Files.isRegularFile(path)
        || Files.isSameFile(path, file)
        || Files.size(path) > MOST_SUMMED) {
      return false;
    }
    CRC32 found = new CRC32();
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      while (channel.read(chunk.clear()) > 0) {
        found.update(chunk.flip());
      }
    }
    return found.getValue() == sum;
  }
}
