package io.flowgauge.cli.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Distinguishes a closed pipe from other failures of an output, and adds the name of the output to
 * these.
 */
public final class PipeStream extends FilterOutputStream {
  private final String name;

  /** Creates an output with a name for messages. */
  public PipeStream(String name, OutputStream out) {
    super(out);
    this.name = name;
  }

  @Override
  public void write(int b) throws IOException {
    try {
      out.write(b);
    } catch (IOException e) {
      throw ClosedPipeException.sorted(name, e);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      throw ClosedPipeException.sorted(name, e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw ClosedPipeException.sorted(name, e);
    }
  }

  /**
   * Reports a failure of flushing; the superclass would report that of closing, with that of
   * flushing suppressed.
   */
  @Override
  public void close() throws IOException {
    try (OutputStream closing = out) {
      closing.flush();
    } catch (IOException e) {
      throw ClosedPipeException.sorted(name, e);
    }
  }
}
