package io.flowgauge.cli.terminal;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Adds the name of an input to failures that lack it, such as that of reading a closed input or a
 * folder.
 */
public final class NamedInput extends FilterInputStream {
  private final String name;

  /** Creates an input with a name for messages. */
  public NamedInput(String name, InputStream in) {
    super(in);
    this.name = name;
  }

  @Override
  public int read() throws IOException {
    try {
      return in.read();
    } catch (IOException e) {
      throw named(e);
    }
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    try {
      return in.read(into, offset, length);
    } catch (IOException e) {
      throw named(e);
    }
  }

  private IOException named(IOException e) {
    return new IOException(name + ": " + e.getMessage(), e);
  }
}
