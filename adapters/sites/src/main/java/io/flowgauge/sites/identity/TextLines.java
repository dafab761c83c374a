package io.flowgauge.sites.identity;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
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
      throw named(file, "found bytes that are no UTF-8, expected text", e);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw named(file, e.getMessage(), e);
    }
  }

  private static IOException named(Path file, String reason, IOException e) {
    IOException named = new FileSystemException(file.toString(), null, reason);
    named.initCause(e);
    return named;
  }
}
