package io.flowgauge.model.graph;

/** Writes a decomposition as one line, iteratively, however deep it is. */
final class RegionText {

  private final Decomposition tree;
  private final StringBuilder text = new StringBuilder();

  RegionText(Decomposition tree) {
    this.tree = tree;
    write();
  }

  private void write() {
    int[] stack = new int[tree.regionCount()];
    int[] next = new int[tree.regionCount()];
    int depth = 1;
    stack[0] = tree.root();
    while (depth > 0) {
      int region = stack[depth - 1];
      int k = next[region]++;
      if (k < tree.childCount(region)) {
        text.append(k == 0 ? opening(region) : separator(region));
        stack[depth++] = tree.child(region, k);
      } else {
        text.append(k == 0 ? leaf(region) : closing(region));
        depth--;
      }
    }
  }

  private String leaf(int region) {
    return tree.kind(region) == RegionKind.ACTIVITY
        ? Integer.toString(tree.activity(region))
        : "()";
  }

  private boolean isIrregular(int region) {
    return tree.kind(region) == RegionKind.IRREGULAR;
  }

  private String opening(int region) {
    return isIrregular(region) ? "<" : "(";
  }

  private String closing(int region) {
    return isIrregular(region) ? ">" : ")";
  }

  private String separator(int region) {
    return switch (tree.kind(region)) {
      case SEQUENCE -> " ; ";
      case PARALLEL -> " | ";
      default -> " ";
    };
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
