package io.flowgauge.model.graph;

import io.flowgauge.workflow.RegionKind;

/**
 * Writes a region tree as one line, without recursion because trees may be deep: sequences as
 * {@code (0 ; 1)}, parallel sections as {@code (0 | 1)}, irregular regions as {@code <0 1 2 3>},
 * activities as their nodes.
 */
final class RegionText {

  private final RegionTree tree;
  private final StringBuilder text = new StringBuilder();

  private RegionText(RegionTree tree) {
    this.tree = tree;
  }

  static String of(RegionTree tree) {
    RegionText text = new RegionText(tree);
    int[] stack = new int[tree.size() + 1];
    int depth = 0;
    for (int region = 0; region < tree.size(); region++) {
      while (depth > 0 && tree.end(stack[depth - 1]) <= region) {
        text.close(stack[--depth]);
      }
      text.open(region);
      stack[depth++] = region;
    }
    while (depth > 0) {
      text.close(stack[--depth]);
    }
    return text.text.toString();
  }

  private void open(int region) {
    int parent = tree.parent(region);
    if (parent != RegionTree.NONE && region > parent + 1) {
      text.append(separator(parent));
    }
    if (tree.kind(region) == RegionKind.ACTIVITY) {
      text.append(tree.activity(region));
    } else {
      text.append(tree.kind(region) == RegionKind.IRREGULAR ? "<" : "(");
    }
  }

  private void close(int region) {
    if (tree.kind(region) != RegionKind.ACTIVITY) {
      text.append(tree.kind(region) == RegionKind.IRREGULAR ? ">" : ")");
    }
  }

  private String separator(int region) {
    return switch (tree.kind(region)) {
      case SEQUENCE -> " ; ";
      case PARALLEL -> " | ";
      default -> " ";
    };
  }
}
