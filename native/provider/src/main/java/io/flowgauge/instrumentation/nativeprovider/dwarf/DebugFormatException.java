package io.flowgauge.instrumentation.nativeprovider.dwarf;

import java.io.IOException;

/** Thrown for a file that is not an ELF file, or whose debug information is malformed. */
public final class DebugFormatException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception.
   *
   * @param message what was found, where, and what was expected
   */
  public DebugFormatException(String message) {
    super(message);
  }
}
