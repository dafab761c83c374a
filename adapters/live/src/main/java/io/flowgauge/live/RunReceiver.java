package io.flowgauge.live;

/**
 * Receives the posts of one kind of engine over HTTP; the service interface of receivers. It need
 * not be thread-safe for one run, but posts of several runs, and repeated posts of one, arrive from
 * several threads at once and in any order.
 */
public interface RunReceiver {

  /**
   * The path that engines post to.
   *
   * @return the path of a URL, such as {@code /v1/traces}
   */
  String path();

  /**
   * Processes one post. The reply acknowledges what this call has recorded.
   *
   * @param post the post, unpacked
   * @param runs where to record the runs in the post
   * @return the reply
   */
  Reply receive(Post post, RunSink runs);

  /**
   * Records data that were held back to wait for more, because nothing more will arrive. Called
   * before the runs are closed. Does nothing by default.
   *
   * @param runs where to record the runs
   */
  default void settle(RunSink runs) {}
}
