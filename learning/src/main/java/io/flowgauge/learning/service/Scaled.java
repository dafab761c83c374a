package io.flowgauge.learning.service;

import java.util.List;

/** A size on the scales of all candidates of a law. Immutable and thread-safe. */
final class Scaled {
  private static final double[] NOWHERE = {};

  private final InputSize size;
  private final double[] logs;
  private final double[] beyond;

  Scaled(InputSize size, List<SizeCandidate> candidates) {
    this.size = size;
    logs = new double[candidates.size()];
    double[] out = new double[logs.length];
    boolean isOut = false;
    for (int k = 0; k < logs.length; k++) {
      logs[k] = candidates.get(k).scaled(size);
      out[k] = candidates.get(k).beyond(size);
      isOut |= out[k] != 0;
    }
    beyond = isOut ? out : NOWHERE;
  }

  InputSize size() {
    return size;
  }

  /** The log size; NaN where it is not known. */
  double log(int candidate) {
    return logs[candidate];
  }

  /** Extra log time that is added to the law if the size lies outside its range. */
  double beyond(int candidate) {
    return beyond.length == 0 ? 0 : beyond[candidate];
  }
}
