package io.flowgauge.model.graph;

import java.util.Arrays;

/** Disjoint sets of {@code 0..n-1}, merged in nearly constant amortised time. Not thread-safe. */
public final class UnionFind {

  /** The parent of an element; for a root, the negated size of its set. */
  private final int[] link;

  private int count;

  /** Makes each element a set of its own. */
  public UnionFind(int n) {
    link = new int[n];
    Arrays.fill(link, -1);
    count = n;
  }

  int find(int element) {
    int x = element;
    while (link[x] >= 0) {
      int parent = link[x];
      if (link[parent] >= 0) {
        link[x] = link[parent];
      }
      x = parent;
    }
    return x;
  }

  /** Merges the sets of two elements. */
  public void union(int a, int b) {
    int large = find(a);
    int small = find(b);
    if (large == small) {
      return;
    }
    if (link[large] > link[small]) {
      int swap = large;
      large = small;
      small = swap;
    }
    link[large] += link[small];
    link[small] = large;
    count--;
  }

  /** The number of sets: 0 only without elements. */
  public int count() {
    return count;
  }
}
