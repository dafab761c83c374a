package io.flowgauge.cli.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/** Distinguishes a closed pipe from other failures of standard output, which it names. */
public final class PipeStream extends FilterOutputStream {

  public PipeStream(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int b) throws IOException {
    try {
      out.write(b);
    } catch (IOException e) {
      throw sorted(e);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      throw sorted(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw sorted(e);
    }
  }

  /** Java has no type for it; "Broken pipe" is POSIX, "the pipe is being closed" Windows. */
  private static IOException sorted(IOException e) {
    String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    return message.contains("pipe")
        ? new ClosedPipeException(e)
        : new IOException("standard output: " + e.getMessage(), e);
  }
}
