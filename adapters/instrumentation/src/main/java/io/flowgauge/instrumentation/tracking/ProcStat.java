package io.flowgauge.instrumentation.tracking;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;

/**
 * Identifies a process, and the program it currently runs. Immutable.
 *
 * @param parent the pid of its parent
 * @param startTicks when it started; together with the pid this identifies the process for good
 * @param layout where its program, stack, arguments and environment lie; changes with exec
 */
record ProcStat(long pid, long parent, long startTicks, Layout layout) {
  private static final int STATE = 3;
  private static final int PARENT = 4;
  private static final int START_TIME = 22;
  private static final int START_CODE = 26;
  private static final int START_STACK = 28;
  private static final int ARGUMENTS = 48;
  private static final int ENVIRONMENT = 50;

  /**
   * Addresses in a process. For another user's process, the kernel says 1 for the code and 0
   * otherwise.
   */
  record Layout(String code, String stack, String arguments, String environment) {
    private static final Layout UNKNOWN = new Layout("1", "0", "0", "0");

    /** Whether the kernel has finished loading the program: it fills in code and stack last. */
    boolean isLoaded() {
      return equals(UNKNOWN) || (!code.equals("0") && !stack.equals("0"));
    }
  }

  /**
   * Reads {@code /proc/PID/stat}. The program's name in it may contain anything, including blanks,
   * brackets and line feeds; the last closing bracket in the line ends it.
   *
   * @return empty for a zombie, a kernel thread, a process whose program is still being loaded, and
   *     a malformed line
   */
  static Optional<ProcStat> parse(long pid, byte[] line) {
    String text = new String(line, ISO_8859_1);
    int end = text.lastIndexOf(')');
    String[] fields = end < 0 ? new String[0] : text.substring(end + 1).strip().split(" ", -1);
    if (fields.length <= START_STACK - STATE || fields[0].equals("Z") || fields[0].equals("X")) {
      return Optional.empty();
    }
    try {
      return Optional.of(
              new ProcStat(
                  pid,
                  Long.parseLong(field(fields, PARENT)),
                  Long.parseLong(field(fields, START_TIME)),
                  layout(fields)))
          .filter(stat -> stat.layout.isLoaded());
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Layout layout(String[] fields) {
    return fields.length <= ENVIRONMENT - STATE
        ? Layout.UNKNOWN
        : new Layout(
            field(fields, START_CODE),
            field(fields, START_STACK),
            field(fields, ARGUMENTS),
            field(fields, ENVIRONMENT));
  }

  /** Returns a field by its number in proc(5). */
  private static String field(String[] fields, int number) {
    return fields[number - STATE];
  }

  /** Whether the other is the same process. */
  boolean isSameProcess(ProcStat other) {
    return pid == other.pid && startTicks == other.startTicks;
  }

  /** Whether the other is the same process, and has not become another program. */
  boolean isSameImage(ProcStat other) {
    return isSameProcess(other) && layout.equals(other.layout);
  }

  /** Whether the other is its parent, and runs the very same program image. */
  boolean isCopyOf(ProcStat other) {
    return parent == other.pid && layout.equals(other.layout) && !layout.equals(Layout.UNKNOWN);
  }
}
