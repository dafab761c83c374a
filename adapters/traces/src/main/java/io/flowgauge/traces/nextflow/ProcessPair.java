package io.flowgauge.traces.nextflow;

/** A process and one that uses its output. Immutable and thread-safe. */
record ProcessPair(String from, String to) {
  @Override
  public String toString() {
    return from + " -> " + to;
  }
}
