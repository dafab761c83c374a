/** Workflows as Guava graphs, and Guava graphs as workflows. */
module io.flowgauge.guava {
  requires transitive com.google.common;
  requires transitive io.flowgauge.api;

  exports io.flowgauge.guava;
}
