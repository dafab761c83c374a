package io.flowgauge.live;

/**
 * Takes in what engines of one kind post over HTTP: the service interface of receivers. It need not
 * be thread-safe for one run, but posts of several runs, and repeated posts of one, arrive from
 * several threads at once and in any order.
 */
public interface RunReceiver {

  /**
   * Where engines post to.
   *
   * @return the path of a URL, such as {@code /v1/traces}
   */
  String path();

  /**
   * Takes in one post. What the runs were told when it returns is what the reply acknowledges.
   *
   * @param post the post, unpacked
   * @param runs where the runs that it tells of are recorded
   * @return the reply
   */
  Reply receive(Post post, RunSink runs);

  /**
   * Tells the recorders what was kept until more is known, as nothing more will come: to be called
   * before the runs are closed. Does nothing by default.
   *
   * @param runs where the runs are recorded
   */
  default void settle(RunSink runs) {}
}
