/** Converts workflows to Guava graphs and back. */
module io.flowgauge.guava {
  requires transitive com.google.common;
  requires transitive io.flowgauge.api;

  exports io.flowgauge.guava;
}
