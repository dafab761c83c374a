package io.flowgauge.instrumentation.nativeprovider.dwarf;

/**
 * The namespaces, modules and types that enclose an entry, innermost first; null for none.
 * Immutable.
 */
record Scope(Scope outer, String name) {
  private static final int DEEPEST = 64;
  private static final int LONGEST = 16_384;

  /** Returns a name preceded by those of its scopes; of very deep scopes, only the innermost. */
  static String qualify(Scope scope, String name) {
    StringBuilder text = new StringBuilder(name);
    int depth = 0;
    for (Scope each = scope;
        each != null && depth < DEEPEST && text.length() < LONGEST;
        each = each.outer(), depth++) {
      text.insert(0, each.name() + "::");
    }
    return text.toString();
  }
}
