package io.flowgauge.instrumentation.nativeprovider.dwarf;

import java.io.IOException;

/** A file is not an ELF file, or its debug information is malformed. */
public final class DebugFormatException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * With what was found.
   *
   * @param message what was found, where, and what was expected
   */
  public DebugFormatException(String message) {
    super(message);
  }
}
