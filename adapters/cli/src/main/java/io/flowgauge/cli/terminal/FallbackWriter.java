package io.flowgauge.cli.terminal;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;

/**
 * Replaces the lines, bars and symbols that a charset lacks with ASCII characters, one for one, so
 * that columns stay aligned. Not thread-safe.
 */
public final class FallbackWriter extends FilterWriter {
  private static final String FANCY = "─│├└═█▉▊▋▌▍▎▏…–·µ×±";
  private static final String PLAIN = "-||`=####::..~-.ux+";

  private final CharsetEncoder encoder;

  public FallbackWriter(Writer out, Charset charset) {
    super(out);
    this.encoder = charset.newEncoder();
  }

  @Override
  public void write(int c) throws IOException {
    out.write(plain((char) c));
  }

  @Override
  public void write(char[] chars, int offset, int length) throws IOException {
    for (int k = offset; k < offset + length; k++) {
      write(chars[k]);
    }
  }

  @Override
  public void write(String text, int offset, int length) throws IOException {
    for (int k = offset; k < offset + length; k++) {
      write(text.charAt(k));
    }
  }

  private char plain(char c) {
    int place = c < 0x80 ? -1 : FANCY.indexOf(c);
    return place < 0 || encoder.canEncode(c) ? c : PLAIN.charAt(place);
  }
}
