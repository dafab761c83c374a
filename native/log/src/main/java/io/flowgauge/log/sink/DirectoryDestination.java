package io.flowgauge.log.sink;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * A directory of files.
 *
 * @param path the directory
 * @param maxBytes most bytes of a file, unless a single block is longer
 * @param keep most files to keep
 * @param maxAgeNanos how long a file is appended to
 */
record DirectoryDestination(Path path, long maxBytes, long keep, long maxAgeNanos)
    implements LogDestination {
  private static final long DEFAULT_BYTES = 64L << 20;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long UNLIMITED = Long.MAX_VALUE;
  private static final long MOST_SECONDS = UNLIMITED / NANOS_PER_SECOND;

  static DirectoryDestination parse(String address) {
    int question = address.lastIndexOf('?');
    String path = question < 0 ? address : address.substring(0, question);
    if (path.isEmpty()) {
      throw invalidAddress(address);
    }
    long bytes = DEFAULT_BYTES;
    long keep = UNLIMITED;
    long nanos = UNLIMITED;
    Set<String> seen = new HashSet<>();
    for (String option : options(address, question)) {
      String name = option.substring(0, option.indexOf('=') + 1);
      long value = number(address, option.substring(name.length()));
      switch (seen.add(name) ? name : "") {
        case "max=" -> bytes = value;
        case "keep=" -> keep = value;
        case "age=" -> nanos = Math.min(value, MOST_SECONDS) * NANOS_PER_SECOND;
        default -> throw invalidAddress(address);
      }
    }
    return new DirectoryDestination(Path.of(path), bytes, keep, nanos);
  }

  private static String[] options(String address, int question) {
    return question < 0 ? new String[0] : address.substring(question + 1).split("&", -1);
  }

  private static long number(String address, String digits) {
    try {
      long number = Long.parseLong(digits);
      if (number >= 1) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw invalidAddress(address);
    }
    throw invalidAddress(address);
  }

  private static IllegalArgumentException invalidAddress(String address) {
    return Schemes.malformedAddress("dir:PATH?max=BYTES&keep=COUNT&age=SECONDS", "dir:" + address);
  }

  @Override
  public LogSink open() {
    return new DirectorySink(this);
  }

  @Override
  public boolean isPrompt() {
    return true;
  }
}
