package io.flowgauge.probabilistic.recorded;

/** Adds up for how long each number of attempts is active while others wait. Not thread-safe. */
public final class LoadSweep {
  private final double[] backlog;
  private final double[] waited;
  private int most;
  private double span;

  /**
   * Starts empty.
   *
   * @param mostActive maximum number of active attempts
   */
  public LoadSweep(int mostActive) {
    backlog = new double[mostActive + 1];
    waited = new double[mostActive + 1];
  }

  /**
   * Adds some time.
   *
   * @param time 0 or more, in any unit
   * @param active number of attempts active in that time
   * @param waiting number of attempts that are ready but not active
   */
  public void addTime(double time, int active, int waiting) {
    span += time;
    most = time > 0 ? Math.max(most, active) : most;
    backlog[active] += waiting > 0 ? time : 0;
    waited[active] += waiting * time;
  }

  /** Returns the profile so far. */
  public LoadProfile profile() {
    return new LoadProfile(backlog.clone(), waited.clone(), most, span);
  }
}
