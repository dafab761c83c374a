package io.flowgauge.log.text;

/** Finds unpaired surrogates, which UTF-8 cannot represent. Stateless. */
final class UnpairedSurrogate {
  private UnpairedSurrogate() {}

  /** Returns the index of the first one in a text, or -1. */
  static int indexIn(String text) {
    int length = text.length();
    for (int k = 0; k < length; k++) {
      if (Character.isSurrogate(text.charAt(k))) {
        if (!Character.isSupplementaryCodePoint(text.codePointAt(k))) {
          return k;
        }
        k++;
      }
    }
    return -1;
  }
}
