package io.flowgauge.log.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** A file to append to. */
record FileDestination(Path path) implements LogDestination {
  FileDestination {
    Objects.requireNonNull(path, "path");
  }

  static FileDestination parse(String address) {
    if (address.isEmpty()) {
      throw Schemes.malformedAddress("file:PATH", "file:");
    }
    return new FileDestination(Path.of(address));
  }

  @Override
  public LogSink open() throws IOException {
    return new FileSink(path);
  }

  /** Whether the path is a regular file or missing; writing to a pipe or a terminal may block. */
  @Override
  public boolean isPrompt() {
    return Files.isRegularFile(path) || Files.notExists(path);
  }
}
