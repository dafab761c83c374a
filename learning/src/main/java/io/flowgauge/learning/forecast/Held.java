package io.flowgauge.learning.forecast;

/**
 * A source of variation that is held at its median.
 *
 * @param kind the kind of source
 * @param type number of the type if the source is the times of a type, else -1
 */
record Held(Kind kind, int type) {
  /** Kinds of sources of variation. */
  enum Kind {
    /** No source is held. */
    NOTHING,
    /** The deviation that all activities of the run share. */
    RUN,
    /** Times of one type. */
    TYPE,
    /** The number of activities that can run at once. */
    SLOTS,
    /** Delays of starts. */
    DELAYS,
    /** Failed attempts. */
    FAILURES,
    /** Outages. */
    OUTAGES,
    /** Variation that service times, slots and delays do not explain. */
    UNEXPLAINED
  }

  static final Held NOTHING = of(Kind.NOTHING);

  static Held of(Kind kind) {
    return new Held(kind, -1);
  }

  static Held type(int number) {
    return new Held(Kind.TYPE, number);
  }

  boolean is(Kind other) {
    return kind == other;
  }
}
