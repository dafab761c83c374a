package io.flowgauge.probabilistic.draw;

import java.util.stream.IntStream;

/**
 * Latin hypercube samples: of every activity, each of n equal strata of probability is drawn from
 * once, at a random place in it, and the strata of different activities meet at random. Each single
 * sample is uniform in all activities. Immutable and thread-safe.
 */
public final class Strata {
  /** In how many samples of a set each duration can occur. */
  public static final int TURNS = 4;

  /** Of a random number, for the place where a turn begins. */
  private static final int TURN_BITS = Long.SIZE / TURNS;

  /** Samples of one set at most. */
  public static final int MOST = 1024;

  /** Random orders of strata that activities share, each moved and mirrored in its own way. */
  private static final int ORDERS = 16;

  /** Bits of an activity's random number from here on say where its strata begin. */
  private static final int START_AT = 8;

  /** Bits from here on say how they are mirrored; further on where the former reach beyond it. */
  private static final int MIRROR_AT = 16;

  /** By logarithm of the number of strata: lower ends in each order, twice, to begin anywhere. */
  private static final int[][][] LOWER_ENDS =
      IntStream.rangeClosed(0, Integer.numberOfTrailingZeros(MOST))
          .mapToObj(Strata::orders)
          .toArray(int[][][]::new);

  /** Far apart, so that little scrambling makes random numbers of them. */
  private static final int[] COUNTERS = IntStream.range(0, MOST).map(k -> k * 0x9E3779B9).toArray();

  private final long seed;

  /** Logarithm of the number of strata to base 2. */
  private final int width;

  private final int mask;
  private final int[][] orders;

  /**
   * A set of samples.
   *
   * @param size number of samples, and so of strata: a power of two, from 2 to {@link #MOST}
   */
  public Strata(long seed, int size) {
    this.seed = seed;
    width = Integer.numberOfTrailingZeros(size);
    mask = size - 1;
    orders = LOWER_ENDS[width];
  }

  private static int[][] orders(int width) {
    int[][] orders = new int[ORDERS][2 << width];
    for (int k = 0; k < ORDERS; k++) {
      shuffle(orders[k], width, Hash.of(width, k));
    }
    return orders;
  }

  private static void shuffle(int[] order, int width, long seed) {
    int size = 1 << width;
    for (int k = 0; k < size; k++) {
      int other = (int) Math.floorMod(Hash.of(seed, k) >>> 1, (long) k + 1);
      order[k] = order[other];
      order[other] = k << (Integer.SIZE - width);
    }
    System.arraycopy(order, 0, order, size, size);
  }

  /** Number of samples, and so of strata. */
  public int size() {
    return mask + 1;
  }

  /**
   * Where the samples of an activity begin that are used once more: turned by a random number of
   * places, its strata meet others of the other activities.
   *
   * @param turn which use of them, from 1 to {@link #TURNS} - 1
   * @return a place, less than the number of samples
   */
  public int turn(int activity, int turn) {
    return (int) (Hash.of(~seed, activity) >>> (turn * TURN_BITS)) & mask;
  }

  /**
   * Draws some samples of one activity.
   *
   * @param first the first of the samples
   * @param bits receives probabilities in units of 2^-32, unsigned
   * @param count how many, {@link #MOST} at most
   */
  public void draw(int activity, int first, int[] bits, int count) {
    long random = Hash.of(seed, activity);
    int[] order = orders[(int) (random & (ORDERS - 1))];
    int start = (first + (int) (random >>> START_AT)) & mask;
    int mirror = (int) (random >>> Math.max(MIRROR_AT, START_AT + width)) << (Integer.SIZE - width);
    System.arraycopy(order, start, bits, 0, count);
    jitter(Hash.mix((int) (random >>> Integer.SIZE) + first), mirror, bits, count);
  }

  private void jitter(int counter, int mirror, int[] bits, int count) {
    int by = width;
    for (int k = 0; k < count; k++) {
      int x = counter + COUNTERS[k];
      x = (x ^ (x >>> 16)) * 0x7feb352d;
      bits[k] = (bits[k] ^ mirror) | ((x ^ (x >>> 15)) >>> by);
    }
  }
}
