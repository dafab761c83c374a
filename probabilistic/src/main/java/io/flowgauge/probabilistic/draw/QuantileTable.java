package io.flowgauge.probabilistic.draw;

import java.util.function.DoubleUnaryOperator;

/**
 * A quantile function in tables, evaluated at 32-bit numbers by linear interpolation. Cells are
 * equal in the middle and proportional to the probability in both tails. Immutable and thread-safe.
 */
final class QuantileTable implements QuantileSource {
  private static final int CELL_BITS = 11;
  private static final int CELLS = 1 << CELL_BITS;
  private static final int CELL_SHIFT = 32 - CELL_BITS;
  private static final int CELL_MASK = (1 << CELL_SHIFT) - 1;
  private static final double CELL_SIZE = 1 << CELL_SHIFT;

  /** Number of cells at either end that are replaced by the table of the tail. */
  private static final int TAIL_CELLS = 8;

  private static final int TAIL_SPAN = TAIL_CELLS << CELL_SHIFT;

  /** The tail begins at a probability of {@code 2^-FIRST_OCTAVE}. */
  private static final int FIRST_OCTAVE = 8;

  private static final int OCTAVES = 40;

  /** Least probability of a longer time that the table covers, to 32 bits. */
  static final double LEAST = Math.scalb(1.0, Integer.SIZE - OCTAVES - FIRST_OCTAVE);

  private static final int PART_BITS = 4;
  private static final int PARTS = 1 << PART_BITS;
  private static final int EXTRA_BITS = 21;

  /** The value at the lower end of each cell and its slope per unit of the number, side by side. */
  private final float[] lines = new float[2 * CELLS];

  private final double[] lowerTail;
  private final double[] upperTail;

  /**
   * Fills the tables.
   *
   * @param atLogit the quantile as a function of {@code ln(p / (1 - p))}
   */
  QuantileTable(DoubleUnaryOperator atLogit) {
    double from = middle(atLogit, TAIL_CELLS);
    for (int k = TAIL_CELLS; k < CELLS - TAIL_CELLS; k++) {
      double to = middle(atLogit, k + 1);
      lines[2 * k] = (float) from;
      lines[2 * k + 1] = (float) ((to - from) / CELL_SIZE);
      from = to;
    }
    lowerTail = tail(atLogit, -1);
    upperTail = tail(atLogit, 1);
  }

  private static double middle(DoubleUnaryOperator atLogit, int cell) {
    double p = (double) cell / CELLS;
    return atLogit.applyAsDouble(Math.log(p / (1 - p)));
  }

  private static double[] tail(DoubleUnaryOperator atLogit, int side) {
    double[] tail = new double[OCTAVES * PARTS + 1];
    for (int k = 0; k < tail.length; k++) {
      double q = Math.scalb(2 - (double) (k % PARTS) / PARTS, -FIRST_OCTAVE - 1 - k / PARTS);
      tail[k] = atLogit.applyAsDouble(side * Math.log((1 - q) / q));
    }
    return tail;
  }

  @Override
  public void fill(int[] bits, float[] out, int count, float scale) {
    for (int k = 0; k < count; k++) {
      int random = bits[k];
      int line = random >>> CELL_SHIFT << 1;
      out[k] = lines[line] + (random & CELL_MASK) * lines[line + 1];
    }
    for (int k = 0; k < count; k++) {
      if (isInTail(bits[k])) {
        out[k] = (float) inTail(bits[k]);
      }
    }
    for (int k = 0; k < count; k++) {
      out[k] *= scale;
    }
  }

  /**
   * Whether a number is in one of the first or last cells; adding the span wraps the last ones
   * around to the start.
   */
  private static boolean isInTail(int bits) {
    return Integer.compareUnsigned(bits + TAIL_SPAN, 2 * TAIL_SPAN) < 0;
  }

  /**
   * Evaluates a tail. Further bits are made by scrambling the number, because 32 bits are too few
   * far out.
   */
  private double inTail(int bits) {
    boolean upper = bits < 0;
    long near = Integer.toUnsignedLong(upper ? ~bits : bits);
    int more = Hash.mix(bits) >>> (32 - EXTRA_BITS);
    double q = Math.scalb((near << EXTRA_BITS) + more + 0.5, -32 - EXTRA_BITS);
    return interpolateTail(upper ? upperTail : lowerTail, q);
  }

  @Override
  public void fillAbove(int[] bits, float[] out, double above, double offset, double scale) {
    for (int k = 0; k < out.length; k++) {
      out[k] = (float) (offset + scale * upper(above * QuantileSource.survival(bits[k])));
    }
  }

  /** Returns the value that is exceeded with the given probability. */
  private double upper(double survival) {
    double place = (1 - survival) * CELLS;
    if (place < TAIL_CELLS) {
      return interpolateTail(lowerTail, 1 - survival);
    }
    if (place >= CELLS - TAIL_CELLS) {
      return interpolateTail(upperTail, survival);
    }
    int cell = (int) place;
    return lines[2 * cell] + (place - cell) * CELL_SIZE * lines[2 * cell + 1];
  }

  private static double interpolateTail(double[] tail, double q) {
    int octave = -Math.getExponent(q) - FIRST_OCTAVE - 1;
    double part = (2 - Math.scalb(q, octave + FIRST_OCTAVE + 1)) * PARTS;
    int cell = octave * PARTS + (int) part;
    if (cell < 0) {
      return tail[0];
    }
    if (cell >= tail.length - 1) {
      return tail[tail.length - 1];
    }
    double low = tail[cell];
    return low + (part - (int) part) * (tail[cell + 1] - low);
  }
}
