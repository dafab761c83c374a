package io.flowgauge.resources;

/**
 * How much of the waiting for a set of processors is due to threads other than the watched ones
 * (definitions, "Waits for processors"). Keeps state from sample to sample. Not thread-safe.
 */
final class Contention {
  /** How far the kernel's rounding may move a processor's idle time, up or down. */
  private static final double TICK_SECONDS = 0.02;

  /**
   * Processor seconds of other threads that rounding of idle times moved from one interval to the
   * next. Carried over, so that rounding errors neither add up nor are cut off on one side only.
   */
  private double carried;

  /**
   * The processors in one interval: its length and their idle time in seconds, and their numbers.
   */
  record Interval(double length, double processors, int online, double idle) {}

  /**
   * Returns the share of the waits that other threads caused.
   *
   * @param ran processor seconds of the watched threads, {@code R}
   * @param waited their waits, {@code W}
   * @return λ, from 0 to 1
   */
  double externalShare(Interval interval, double ran, double waited) {
    double demand = (ran + waited) / interval.length();
    double used = Math.min(demand, interval.processors());
    double lost = Math.max(0, used * interval.length() - ran);
    double taken = takenByOthers(interval, ran, lost);
    return waited > 0 && used > 0 ? Math.min(1, taken * demand / (used * waited)) : 0;
  }

  private double takenByOthers(Interval interval, double ran, double lost) {
    double others = Math.max(0, interval.online() * interval.length() - interval.idle() - ran);
    double slack = TICK_SECONDS * Math.sqrt(interval.online());
    double taken = Math.min(lost, Math.max(0, others + carried + slack));
    carried = Math.max(-slack, Math.min(slack, carried + others - taken));
    return taken;
  }
}
