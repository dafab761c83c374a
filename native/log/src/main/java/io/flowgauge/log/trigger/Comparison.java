package io.flowgauge.log.trigger;

/** How a value is compared with a threshold. */
public enum Comparison {
  /** Less. */
  LESS("<"),
  /** Less or equal. */
  AT_MOST("<="),
  /** More. */
  MORE(">"),
  /** More or equal. */
  AT_LEAST(">="),
  /** Equal. */
  EQUAL("=="),
  /** Not equal. */
  NOT_EQUAL("!=");

  private final String sign;

  Comparison(String sign) {
    this.sign = sign;
  }

  /**
   * How it is written.
   *
   * @return one or two characters
   */
  public String sign() {
    return sign;
  }

  /** Whether it holds for a value that is less (−1), equal (0) or more (1) than the threshold. */
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
