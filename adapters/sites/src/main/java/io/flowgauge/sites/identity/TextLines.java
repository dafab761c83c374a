package io.flowgauge.sites.identity;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads the lines of a settings file; errors name the file. Stateless. */
public final class TextLines {
  private TextLines() {}

  /** Reads all lines of a file. */
  public static List<String> of(Path file) throws IOException {
    try {
      return Files.readAllLines(file);
    } catch (CharacterCodingException e) {
      throw FileErrors.named(
          file, new IOException("found bytes that are not UTF-8, expected text", e));
    } catch (IOException e) {
      throw FileErrors.named(file, e);
    }
  }
}
