package io.flowgauge.instrumentation.jvm.sensor;

import java.lang.invoke.MethodHandle;

/**
 * Called by methods whose arguments or results are rewritten, that are replaced, or whose objects
 * are looked for. A rewrite's number is not used again for a long time, so that a call that began
 * before the rewrite ended is not affected by the next one. Values are here and not in the code,
 * because the virtual machine keeps the constants of all versions of a class. Rewrites do not
 * affect the agent's own work. Thread-safe.
 */
public final class Rewrites {
  private static final int SLOTS = 1 << 14;
  private static final int NUMBERS = 1 << 30;

  private static final Rewrite[] IN_EFFECT = new Rewrite[SLOTS];
  private static final int[] OWNERS = new int[SLOTS];
  private static int next;

  private Rewrites() {}

  /**
   * Puts a rewrite into effect.
   *
   * @return its number, or -1 if there is no room for another
   */
  public static synchronized int open(Rewrite rewrite) {
    for (int tried = 0; tried < SLOTS; tried++) {
      int number = next;
      next = (next + 1) % NUMBERS;
      if (IN_EFFECT[number % SLOTS] == null) {
        OWNERS[number % SLOTS] = number;
        IN_EFFECT[number % SLOTS] = rewrite;
        return number;
      }
    }
    return -1;
  }

  /** Ends a rewrite, also for calls that still run the code with it. */
  public static synchronized void close(int number) {
    if (OWNERS[number % SLOTS] == number) {
      IN_EFFECT[number % SLOTS] = null;
    }
  }

  private static Rewrite find(int number) {
    Rewrite rewrite = IN_EFFECT[number % SLOTS];
    return rewrite == null
            || OWNERS[number % SLOTS] != number
            || Sensors.STACKS.get() == CallStack.MUTED
        ? null
        : rewrite;
  }

  /** Whether an argument is what a condition of a rewrite expects. */
  public static boolean meets(long argument, int number, int condition) {
    Rewrite rewrite = find(number);
    return rewrite != null && rewrite.isExpected(argument, condition);
  }

  /** As {@link #meets(long, int, int)}. */
  public static boolean meets(double argument, int number, int condition) {
    Rewrite rewrite = find(number);
    return rewrite != null && rewrite.isExpected(argument, condition);
  }

  private static Rewrite counted(boolean met, int number) {
    Rewrite rewrite = met ? find(number) : null;
    if (rewrite != null) {
      rewrite.count();
    }
    return rewrite;
  }

  /** Returns a rewrite's value if the call met its conditions, otherwise the call's own. */
  public static int chosen(int own, boolean met, int number) {
    Rewrite rewrite = counted(met, number);
    return rewrite == null ? own : (int) rewrite.bits;
  }

  /** As {@link #chosen(int, boolean, int)}. */
  public static long chosen(long own, boolean met, int number) {
    Rewrite rewrite = counted(met, number);
    return rewrite == null ? own : rewrite.bits;
  }

  /** As {@link #chosen(int, boolean, int)}. */
  public static float chosen(float own, boolean met, int number) {
    Rewrite rewrite = counted(met, number);
    return rewrite == null ? own : Float.intBitsToFloat((int) rewrite.bits);
  }

  /** As {@link #chosen(int, boolean, int)}. */
  public static double chosen(double own, boolean met, int number) {
    Rewrite rewrite = counted(met, number);
    return rewrite == null ? own : Double.longBitsToDouble(rewrite.bits);
  }

  /** Returns the method to call instead; null once that is undone. */
  public static MethodHandle replacement(int number) {
    Rewrite rewrite = counted(true, number);
    return rewrite == null ? null : rewrite.replacement;
  }

  /** Reports an object whose method is called. */
  public static void see(Object object, int number) {
    Rewrite rewrite = find(number);
    if (rewrite != null) {
      rewrite.see(object);
    }
  }
}
