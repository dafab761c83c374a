package io.flowgauge.cli.terminal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.TimeUnit;

/**
 * Shows page after page: in the same place on a terminal, else one below another. Not thread-safe.
 */
public final class Screen {
  /** Width if unknown, in characters. */
  static final int WIDTH = 120;

  private static final int NARROWEST = 60;
  private static final int WIDEST = 400;
  private static final String CLEAR_BELOW = "\r\u001b[J";

  private final Writer out;
  private final boolean isTerminal;
  private long lines;

  public Screen(Writer out, boolean isTerminal) {
    this.out = out;
    this.isTerminal = isTerminal;
  }

  /** Shows a page of lines that are no wider than the terminal. */
  public void show(CharSequence page) throws IOException {
    if (lines > 0) {
      out.write(isTerminal ? "\u001b[" + lines + "A" + CLEAR_BELOW : "\n");
    }
    out.append(page);
    out.flush();
    lines = page.chars().filter(c -> c == '\n').count();
  }

  /** The width of this process's terminal, as stty knows it. */
  public static int width(boolean isTerminal) {
    if (!isTerminal) {
      return WIDTH;
    }
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String size = new String(stty.getInputStream().readAllBytes(), US_ASCII).strip();
      boolean isKnown = stty.waitFor(1, TimeUnit.SECONDS) && stty.exitValue() == 0;
      return isKnown ? columns(size) : WIDTH;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return WIDTH;
    } catch (IOException e) {
      return WIDTH;
    }
  }

  /** Columns of a text such as {@code 24 80}. */
  public static int columns(String size) {
    try {
      int columns = Integer.parseInt(size.substring(size.indexOf(' ') + 1));
      return columns == 0 ? WIDTH : Math.max(NARROWEST, Math.min(columns, WIDEST));
    } catch (NumberFormatException e) {
      return WIDTH;
    }
  }
}
