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
  /** Width in characters, if that of the terminal is unknown. */
  static final int WIDTH = 120;

  /** Number of columns that no line exceeds, if that of the terminal is unknown. */
  private static final int UNKNOWN = Integer.MAX_VALUE;

  private static final int NARROWEST = 60;
  private static final int WIDEST = 400;
  private static final String CLEAR_BELOW = "\r\u001b[J";

  private final Writer out;
  private final boolean isTerminal;
  private final int columns;
  private long lines;

  public Screen(Writer out, boolean isTerminal) {
    this(out, isTerminal, isTerminal ? exactColumns(size()) : UNKNOWN);
  }

  /** Creates a screen that breaks lines after some columns. */
  public Screen(Writer out, boolean isTerminal, int columns) {
    this.out = out;
    this.isTerminal = isTerminal;
    this.columns = columns;
  }

  /** Shows a page. */
  public void show(CharSequence page) throws IOException {
    if (lines > 0) {
      out.write(isTerminal ? "\u001b[" + lines + "A" + CLEAR_BELOW : "\n");
    }
    out.append(page);
    out.flush();
    lines = page.toString().lines().mapToLong(this::rows).sum();
  }

  /** Returns the number of rows of a line; one that is wider than the terminal takes several. */
  private long rows(String line) {
    long length = line.codePointCount(0, line.length());
    return Math.max(1, (length + columns - 1) / columns);
  }

  /** Returns the width of this process's terminal, according to stty. */
  public static int width(boolean isTerminal) {
    return isTerminal ? columns(size()) : WIDTH;
  }

  /** Returns the output of stty for this process's terminal; empty if unknown. */
  private static String size() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String size = new String(stty.getInputStream().readAllBytes(), US_ASCII).strip();
      boolean isKnown = stty.waitFor(1, TimeUnit.SECONDS) && stty.exitValue() == 0;
      return isKnown ? size : "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns the columns in a text such as {@code 24 80}, limited to those that tables can use. */
  public static int columns(String size) {
    int columns = exactColumns(size);
    return columns == UNKNOWN ? WIDTH : Math.max(NARROWEST, Math.min(columns, WIDEST));
  }

  private static int exactColumns(String size) {
    try {
      int columns = Integer.parseInt(size.substring(size.indexOf(' ') + 1));
      return columns > 0 ? columns : UNKNOWN;
    } catch (NumberFormatException e) {
      return UNKNOWN;
    }
  }
}
