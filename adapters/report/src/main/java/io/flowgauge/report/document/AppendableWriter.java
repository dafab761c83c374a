package io.flowgauge.report.document;

import java.io.Flushable;
import java.io.IOException;
import java.io.Writer;
import java.nio.CharBuffer;

/** Adapts an {@link Appendable} to a writer; closing it leaves the destination open. */
public final class AppendableWriter extends Writer {
  private final Appendable out;

  /** Creates a writer that appends to a destination. */
  public AppendableWriter(Appendable out) {
    this.out = out;
  }

  @Override
  public void write(char[] chars, int offset, int length) throws IOException {
    out.append(CharBuffer.wrap(chars, offset, length));
  }

  @Override
  public void write(String text, int offset, int length) throws IOException {
    out.append(text, offset, offset + length);
  }

  @Override
  public void flush() throws IOException {
    if (out instanceof Flushable flushable) {
      flushable.flush();
    }
  }

  @Override
  public void close() throws IOException {
    flush();
  }
}
