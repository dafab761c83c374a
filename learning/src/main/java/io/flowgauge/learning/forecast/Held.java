package io.flowgauge.learning.forecast;

/**
 * A source of variation, held at its median.
 *
 * @param kind what is held
 * @param type number of the type, where its times are
 */
record Held(Kind kind, int type) {
  /** Kinds of sources. */
  enum Kind {
    /** None is held. */
    NOTHING,
    /** What all activities of the run have in common. */
    RUN,
    /** Times of one type. */
    TYPE,
    /** How many activities can run at once. */
    SLOTS,
    /** Delays of starts. */
    DELAYS,
    /** Failed attempts. */
    FAILURES,
    /** Outages. */
    OUTAGES,
    /** What service times, slots and delays do not explain. */
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
