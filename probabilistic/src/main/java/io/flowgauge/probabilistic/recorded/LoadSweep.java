package io.flowgauge.probabilistic.recorded;

/** Adds up for how long how many attempts are active and wait. Not thread-safe. */
public final class LoadSweep {
  private final double[] backlog;
  private final double[] waited;
  private int most;
  private double span;

  /**
   * Nothing yet.
   *
   * @param mostActive how many attempts can be active at most
   */
  public LoadSweep(int mostActive) {
    backlog = new double[mostActive + 1];
    waited = new double[mostActive + 1];
  }

  /**
   * Some time passes.
   *
   * @param time 0 or more, in any unit
   * @param active how many attempts are active meanwhile
   * @param waiting how many are ready and are not
   */
  public void pass(double time, int active, int waiting) {
    span += time;
    most = time > 0 ? Math.max(most, active) : most;
    backlog[active] += waiting > 0 ? time : 0;
    waited[active] += waiting * time;
  }

  /** What it was until now. */
  public LoadProfile profile() {
    return new LoadProfile(backlog.clone(), waited.clone(), most, span);
  }
}
