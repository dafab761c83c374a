package io.flowgauge.log.trigger;

/** Compares a value with a threshold. Immutable and thread-safe. */
public enum Operator {
  /** Less than. */
  LESS("<"),
  /** Less than or equal to. */
  AT_MOST("<="),
  /** Greater than. */
  MORE(">"),
  /** Greater than or equal to. */
  AT_LEAST(">="),
  /** Equal to. */
  EQUAL("=="),
  /** Not equal to. */
  NOT_EQUAL("!=");

  private final String sign;

  Operator(String sign) {
    this.sign = sign;
  }

  /**
   * The operator as it is written.
   *
   * @return one or two characters
   */
  public String sign() {
    return sign;
  }

  /**
   * Whether the comparison holds for a value that is less than (−1), equal to (0) or greater than
   * (1) the threshold.
   */
  boolean holds(int order) {
    return switch (this) {
      case LESS -> order < 0;
      case AT_MOST -> order <= 0;
      case MORE -> order > 0;
      case AT_LEAST -> order >= 0;
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
    };
  }
}
