package io.flowgauge.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;

/** Detects which of this process's streams are terminals. */
public final class Terminal {
  private static final int INPUT = 0;
  private static final int OUTPUT = 1;
  private static final int ERROR = 2;

  private Terminal() {}

  public static boolean isInput() {
    return isTerminal(INPUT);
  }

  public static boolean isOutput() {
    return isTerminal(OUTPUT);
  }

  /** Whether what was written to standard output can be overwritten. */
  public static boolean isScreen() {
    return isOutput() && isMovable(System.getenv("TERM"));
  }

  /** Whether what was written to standard error can be overwritten. */
  public static boolean isErrorScreen() {
    return isTerminal(ERROR) && isMovable(System.getenv("TERM"));
  }

  /** Whether a kind of terminal can move the cursor upwards; those in editors may not. */
  static boolean isMovable(String kind) {
    return !"dumb".equals(kind);
  }

  /** Returns the charset of the terminal; UTF-8 if it is unknown. */
  @SuppressWarnings("SystemConsoleNull") // It may be null on JDK 17 to 21.
  public static Charset charset() {
    Console console = System.console();
    return console == null ? UTF_8 : console.charset();
  }

  /** Asks Linux, which knows each stream; Java knows only the console as a whole. */
  private static boolean isTerminal(int descriptor) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException | SecurityException e) {
      return isConsoleTerminal();
    }
  }

  /**
   * Whether the console is a terminal; from JDK 22 on, it need not be one, and a new method tells.
   */
  @SuppressWarnings("SystemConsoleNull") // It may be null on JDK 17 to 21.
  private static boolean isConsoleTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }
}
