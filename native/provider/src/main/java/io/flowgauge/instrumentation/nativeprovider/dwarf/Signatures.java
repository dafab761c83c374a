package io.flowgauge.instrumentation.nativeprovider.dwarf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The signatures of an ELF file's functions. Files are hostile, as for {@link DebugInfo}. */
public final class Signatures {
  private static final Path DEBUG_ROOT = Path.of("/usr/lib/debug");
  private static final long PARTS_OF_MEMORY = 12;

  private Signatures() {}

  /**
   * Reads the signatures of a file, or of its separate debug file.
   *
   * @return those that are known, by the function's address in the file
   * @throws DebugFormatException if it is no ELF64 file, or makes no sense
   */
  public static Map<Long, Signature> read(Path file) throws IOException {
    long limit = Runtime.getRuntime().maxMemory() / PARTS_OF_MEMORY;
    Optional<Path> described = DebugFile.of(file, DEBUG_ROOT, limit);
    if (described.isEmpty()) {
      return Map.of();
    }
    try (ElfSections elf = ElfSections.open(described.get(), limit)) {
      DebugSections sections = DebugSections.read(elf);
      SignatureReader reader = new SignatureReader();
      Cursor info = sections.at(".debug_info", 0);
      while (info.hasMore()) {
        UnitReader.of(Unit.read(sections, info), reader).read();
      }
      return reader.signatures();
    }
  }
}
