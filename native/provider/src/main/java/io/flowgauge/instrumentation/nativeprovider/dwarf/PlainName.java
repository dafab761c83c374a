package io.flowgauge.instrumentation.nativeprovider.dwarf;

/** Demangles C++ names of variables in simple cases: {@code a::b::c}. */
final class PlainName {
  private static final String NESTED = "_ZN";

  private PlainName() {}

  /** Returns the name in the sources, or the linkage name if it is not that simple. */
  static String of(String linkageName) {
    if (!linkageName.startsWith(NESTED)) {
      return linkageName;
    }
    StringBuilder plain = new StringBuilder();
    int at = NESTED.length();
    while (at < linkageName.length() && Character.isDigit(linkageName.charAt(at))) {
      int length = 0;
      while (at < linkageName.length()
          && Character.isDigit(linkageName.charAt(at))
          && length < linkageName.length()) {
        length = length * 10 + linkageName.charAt(at++) - '0';
      }
      if (length == 0 || length > linkageName.length() - at) {
        return linkageName;
      }
      plain.append(plain.isEmpty() ? "" : "::").append(linkageName, at, at + length);
      at += length;
    }
    boolean isWhole = at == linkageName.length() - 1 && linkageName.charAt(at) == 'E';
    return isWhole ? plain.toString() : linkageName;
  }
}
