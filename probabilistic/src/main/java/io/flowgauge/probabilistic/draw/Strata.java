package io.flowgauge.probabilistic.draw;

import java.util.stream.IntStream;

/**
 * Latin hypercube samples: for every activity, each of n equal strata of probability is drawn from
 * exactly once, at a random place in it, and the strata of different activities are combined at
 * random. Each single sample is uniform in all activities. Immutable and thread-safe.
 */
public final class Strata {
  /** Number of samples of a set in which each duration can be used. */
  public static final int TURNS = 4;

  /** Number of bits of a random number that determine the offset of a turn. */
  private static final int TURN_BITS = Long.SIZE / TURNS;

  /** Greatest number of samples of one set. */
  public static final int MOST = 1024;

  /**
   * Number of random orders of strata; activities share them, each with its own offset and
   * mirroring.
   */
  private static final int ORDERS = 16;

  /**
   * First of the bits of an activity's random number that give the offset into the order of strata.
   */
  private static final int START_AT = 8;

  /**
   * First of the bits that say how strata are mirrored, unless the bits of the offset reach beyond
   * it.
   */
  private static final int MIRROR_AT = 16;

  /**
   * For each logarithm of the number of strata and each order: the lower ends of the strata, twice
   * in a row so that reading can begin anywhere.
   */
  private static final int[][][] LOWER_ENDS =
      IntStream.rangeClosed(0, Integer.numberOfTrailingZeros(MOST))
          .mapToObj(Strata::orders)
          .toArray(int[][][]::new);

  /** Counters far apart, so that little scrambling turns them into random numbers. */
  private static final int[] COUNTERS = IntStream.range(0, MOST).map(k -> k * 0x9E3779B9).toArray();

  private final long seed;

  /** Logarithm of the number of strata to base 2. */
  private final int width;

  private final int mask;
  private final int[][] orders;

  /**
   * Creates a set of samples.
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

  /** Returns the number of samples, which is also the number of strata. */
  public int size() {
    return mask + 1;
  }

  /**
   * Returns the offset at which the samples of an activity begin when they are used once more.
   * Rotated by a random number of places, its strata are combined with other strata of the other
   * activities.
   *
   * @param turn number of the reuse, from 1 to {@link #TURNS} - 1
   * @return an offset, less than the number of samples
   */
  public int turnOffset(int activity, int turn) {
    return (int) (Hash.of(~seed, activity) >>> (turn * TURN_BITS)) & mask;
  }

  /**
   * Draws some samples of one activity.
   *
   * @param first the first of the samples
   * @param bits receives probabilities in units of 2^-32, unsigned
   * @param count number of samples, at most {@link #MOST}
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
