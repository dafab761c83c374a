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
      throw Schemes.notSuch("file:PATH", "file:");
    }
    return new FileDestination(Path.of(address));
  }

  @Override
  public LogSink open() throws IOException {
    return new FileSink(path);
  }

  /** A pipe waits for its reader, a terminal for its user. */
  @Override
  public boolean isPrompt() {
    return Files.isRegularFile(path) || Files.notExists(path);
  }
}
