package io.flowgauge.instrumentation.nativeprovider.dwarf;

/**
 * Limits the time and memory for reading a file: in a hostile file, a few bytes can mean endless
 * work. Not thread-safe.
 */
final class Budget {
  /** How many references are followed from one entry to others. */
  static final int MOST_REFERENCES = 8;

  private static final long LEAST = 1 << 20;
  private static final long STEPS_PER_BYTE = 16;

  /** The cost of a kept object in steps, so that all together take only part of the memory. */
  private static final long STEPS_PER_LETTER = 8;

  private static final long STEPS_PER_FILE = 256;
  private static final long STEPS_PER_ABBREVIATION = 1024;
  private static final long BYTES_PER_FUNCTION = 2048;

  private long steps;
  private long functions = Runtime.getRuntime().maxMemory() / BYTES_PER_FUNCTION;

  private Budget(long steps) {
    this.steps = steps;
  }

  /** Compilers' output needs a few steps per byte. */
  static Budget forBytes(long bytes) {
    return new Budget(LEAST + STEPS_PER_BYTE * bytes);
  }

  void spend(long wanted) throws DebugFormatException {
    steps -= wanted;
    if (steps < 0) {
      throw new DebugFormatException(
          "the debug information refers to itself too often to be read in bounded time");
    }
  }

  /** For a text that is kept. */
  void keepText(String text) throws DebugFormatException {
    spend(STEPS_PER_LETTER * (1 + text.length()));
  }

  void keepFile() throws DebugFormatException {
    spend(STEPS_PER_FILE);
  }

  void keepAbbreviation() throws DebugFormatException {
    spend(STEPS_PER_ABBREVIATION);
  }

  /** For a function, or a row of lines. */
  void keepFunction() throws DebugFormatException {
    if (--functions < 0) {
      throw new DebugFormatException(
          "the debug information has more functions than this process's memory has room for");
    }
  }
}
