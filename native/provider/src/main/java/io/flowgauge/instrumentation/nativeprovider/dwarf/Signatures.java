package io.flowgauge.instrumentation.nativeprovider.dwarf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the signatures of an ELF file's functions. Files are not trusted, as for {@link DebugInfo}.
 */
public final class Signatures {
  private Signatures() {}

  /**
   * Reads the signatures of a file, or of its separate debug file.
   *
   * @return the known signatures, by the function's address in the file
   * @throws DebugFormatException if it is not an ELF64 file, or is malformed
   */
  public static Map<Long, Signature> read(Path file) throws IOException {
    Optional<Path> described = DebugFile.of(file, DebugFile.ROOT);
    if (described.isEmpty()) {
      return Map.of();
    }
    try (ElfSections sections = ElfSections.open(described.get())) {
      SignatureReader reader = new SignatureReader();
      UnitReader.readAll(DebugSections.read(sections), reader);
      return reader.signatures();
    }
  }
}
