package io.flowgauge.instrumentation.nativeprovider.dwarf;

/**
 * Limits the time and memory for reading a file, because a few bytes of a hostile file can cause
 * endless work. Not thread-safe.
 */
final class Budget {
  /** How many references are followed from one entry. */
  static final int MOST_REFERENCES = 8;

  private static final long LEAST = 1 << 20;
  private static final long STEPS_PER_BYTE = 16;

  /** Costs of kept objects in steps, chosen so that all of them take only part of the memory. */
  private static final long STEPS_PER_LETTER = 8;

  private static final long STEPS_PER_FILE = 256;
  private static final long STEPS_PER_ABBREVIATION = 1024;
  private static final long BYTES_PER_FUNCTION = 2048;

  private long steps;
  private long functions = Runtime.getRuntime().maxMemory() / BYTES_PER_FUNCTION;

  private Budget(long steps) {
    this.steps = steps;
  }

  /** Returns a budget for a file; the output of compilers needs only a few steps per byte. */
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

  /** Spends steps for a text that is kept. */
  void keepText(String text) throws DebugFormatException {
    spend(STEPS_PER_LETTER * (1 + text.length()));
  }

  void keepFile() throws DebugFormatException {
    spend(STEPS_PER_FILE);
  }

  void keepAbbreviation() throws DebugFormatException {
    spend(STEPS_PER_ABBREVIATION);
  }

  /** Counts a kept function, row of a line table, or similar entry. */
  void keepFunction() throws DebugFormatException {
    if (--functions < 0) {
      throw new DebugFormatException(
          "the debug information has more functions than this process's memory has room for");
    }
  }
}
