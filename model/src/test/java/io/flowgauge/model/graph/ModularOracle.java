package io.flowgauge.model.graph;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the modular decomposition of a small order by its definition: tries all sets of nodes, each
 * held as the bits of an int.
 */
final class ModularOracle {

  private final boolean[][] reach;
  private final List<Integer> strongModules = new ArrayList<>();

  ModularOracle(Dag dag) {
    reach = RandomGraphs.closure(dag);
    List<Integer> modules = new ArrayList<>();
    for (int set = 1; set < 1 << reach.length; set++) {
      if (isModule(set)) {
        modules.add(set);
      }
    }
    for (int set : modules) {
      if (modules.stream().noneMatch(other -> overlap(set, other))) {
        strongModules.add(set);
      }
    }
  }

  private boolean isModule(int set) {
    int some = Integer.numberOfTrailingZeros(set);
    for (int x = 0; x < reach.length; x++) {
      for (int m = 0; m < reach.length; m++) {
        if (!has(set, x)
            && has(set, m)
            && (reach[x][m] != reach[x][some] || reach[m][x] != reach[some][x])) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean has(int set, int node) {
    return (set >> node & 1) == 1;
  }

  private static boolean overlap(int a, int b) {
    return (a & b) != 0 && (a & ~b) != 0 && (b & ~a) != 0;
  }

  /** Returns the tree in the notation of {@link RegionText}. */
  String describe() {
    return reach.length == 0 ? "()" : describe((1 << reach.length) - 1);
  }

  private String describe(int set) {
    if (Integer.bitCount(set) == 1) {
      return Integer.toString(Integer.numberOfTrailingZeros(set));
    }
    List<Integer> members = members(set);
    if (members.stream()
        .allMatch(a -> members.stream().allMatch(b -> a.equals(b) || comparable(a, b)))) {
      members.sort((a, b) -> a.equals(b) ? 0 : precedes(a, b) ? -1 : 1);
      return text(members, "(", " ; ", ")");
    }
    members.sort(Comparator.comparing(Integer::numberOfTrailingZeros));
    if (members.stream().noneMatch(a -> members.stream().anyMatch(b -> comparable(a, b)))) {
      return text(members, "(", " | ", ")");
    }
    return text(members, "<", " ", ">");
  }

  private String text(List<Integer> members, String open, String separator, String close) {
    return members.stream().map(this::describe).collect(joining(separator, open, close));
  }

  private List<Integer> members(int set) {
    List<Integer> inside = new ArrayList<>();
    for (int candidate : strongModules) {
      if (candidate != set && (candidate & ~set) == 0) {
        inside.add(candidate);
      }
    }
    List<Integer> members = new ArrayList<>(inside);
    members.removeIf(m -> inside.stream().anyMatch(o -> o != m.intValue() && (m & ~o) == 0));
    return members;
  }

  private boolean comparable(int a, int b) {
    return precedes(a, b) || precedes(b, a);
  }

  private boolean precedes(int a, int b) {
    return reach[Integer.numberOfTrailingZeros(a)][Integer.numberOfTrailingZeros(b)];
  }
}
