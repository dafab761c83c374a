package io.flowgauge.instrumentation;

/**
 * Finds the qualified name within a demangled one: {@code ns::f<int>} in {@code void
 * ns::f<int>(char*) const}. Stateless.
 */
final class QualifiedName {
  private static final String OPERATOR = "operator";

  private QualifiedName() {}

  /** Returns where the parameter list begins; the text's length if it has none. */
  static int end(String text) {
    int close = text.lastIndexOf(')');
    int open = close < 0 ? -1 : opening(text, close);
    boolean list = open > 0 && isSuffix(text, close + 1) && !endsWithOperator(text, open);
    return list ? open : text.length();
  }

  /** Returns the index of the opening bracket that belongs to a closing one, or -1. */
  private static int opening(String text, int close) {
    int depth = 0;
    for (int at = close; at >= 0; at--) {
      char c = text.charAt(at);
      depth += c == ')' ? 1 : c == '(' ? -1 : 0;
      if (depth == 0) {
        return at;
      }
    }
    return -1;
  }

  /** Whether only qualifiers and marks of clones follow the parameters, and no further name. */
  private static boolean isSuffix(String text, int from) {
    return from == text.length()
        || text.charAt(from) == ' '
        || text.charAt(from) == '['
        || text.charAt(from) == '.'
        || text.charAt(from) == '&';
  }

  /** Whether the brackets belong to the name of the call operator. */
  private static boolean endsWithOperator(String text, int open) {
    return text.startsWith(OPERATOR, open - OPERATOR.length());
  }

  /** Returns where the name begins after a return type; 0 if there is none. */
  static int begin(String text, int end) {
    int operator = text.indexOf(OPERATOR);
    int last = operator >= 0 && operator < end ? operator : end;
    int depth = 0;
    for (int at = last - 1; at > 0; at--) {
      char c = text.charAt(at);
      depth += c == ')' || c == '>' || c == '}' || c == ']' ? 1 : 0;
      depth -= c == '(' || c == '<' || c == '{' || c == '[' ? 1 : 0;
      if (c == ' ' && depth == 0) {
        return at + 1;
      }
    }
    return 0;
  }
}
