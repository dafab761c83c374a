package io.flowgauge.traces.spark;

/**
 * An executor.
 *
 * @param cores 0 if unknown
 */
record SparkExecutor(String id, String host, int cores) {

  /** Returns its name as a processor: executors of a host are distinguished by their ids. */
  String name() {
    return name(host, id);
  }

  static String name(String host, String id) {
    return host.isEmpty() ? "executor " + id : host + "/" + id;
  }
}
