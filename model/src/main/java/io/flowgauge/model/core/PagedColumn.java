package io.flowgauge.model.core;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * A column of values by activity, in pages of consecutive activities. A {@link #copy} shares the
 * pages in which no value changes, so that the runs of one recorder need little more memory than
 * one of them. Thread-safe only while it is not being set.
 */
public final class PagedColumn {
  private static final int BITS = 6;
  private static final int PAGE = 1 << BITS;

  /** A page without values, which is never written to. */
  private final long[] none;

  private long[][] pages;

  /** Pages that no other column uses. */
  private boolean[] own;

  /**
   * Creates a column of any length.
   *
   * @param value what elements have until they are set
   */
  public PagedColumn(long value) {
    none = new long[PAGE];
    Arrays.fill(none, value);
    pages = new long[0][];
    own = new boolean[0];
  }

  private PagedColumn(PagedColumn of) {
    none = of.none;
    pages = of.pages.clone();
    own = new boolean[pages.length];
  }

  /** Returns a column with the same values, which can be set independently of this one. */
  public PagedColumn copy() {
    own = new boolean[pages.length];
    return new PagedColumn(this);
  }

  /**
   * The value of an element.
   *
   * @param index 0 or more
   */
  public long get(int index) {
    int page = index >> BITS;
    return (page < pages.length ? pages[page] : none)[index & (PAGE - 1)];
  }

  /**
   * Sets the value of an element.
   *
   * @param index 0 or more
   */
  public void set(int index, long value) {
    int page = index >> BITS;
    if (page < own.length && own[page]) {
      pages[page][index & (PAGE - 1)] = value;
    } else if (get(index) != value) {
      ownPage(page)[index & (PAGE - 1)] = value;
    }
  }

  private long[] ownPage(int page) {
    if (page >= pages.length) {
      long[][] more = Arrays.copyOf(pages, page + 1 + page / 2);
      Arrays.fill(more, pages.length, more.length, none);
      own = Arrays.copyOf(own, more.length); // A lack of memory leaves both as they are.
      pages = more;
    }
    pages[page] = pages[page].clone();
    own[page] = true;
    return pages[page];
  }

  /** Passes on each element whose value differs from that in another column, in order. */
  public void forEachDifference(PagedColumn other, IntConsumer index) {
    for (int page = 0; page < Math.max(pages.length, other.pages.length); page++) {
      long[] mine = page < pages.length ? pages[page] : none;
      long[] theirs = page < other.pages.length ? other.pages[page] : other.none;
      for (int at = 0; mine != theirs && at < PAGE; at++) {
        if (mine[at] != theirs[at]) {
          index.accept((page << BITS) + at);
        }
      }
    }
  }

  /** Returns the first elements as an array. */
  public long[] toArray(int length) {
    long[] all = new long[length];
    Arrays.setAll(all, this::get);
    return all;
  }
}
