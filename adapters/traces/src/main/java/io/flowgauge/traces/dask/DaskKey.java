package io.flowgauge.traces.dask;

import io.flowgauge.traces.json.JsonCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The key of a task, and its prefix: the part before hashes and numbers, as Dask's own {@code
 * key_split} computes it.
 *
 * @param text the key; a tuple as Python writes it
 * @param prefix the part that tasks of one kind share
 */
record DaskKey(String text, String prefix) {
  private static final Pattern ALPHABETIC = Pattern.compile("\\p{IsAlphabetic}+");
  private static final Pattern HASH = Pattern.compile("[a-f0-9]{32}");
  private static final Pattern AROUND_CLASS = Pattern.compile("^<+\\s*|[\\s>].*", Pattern.DOTALL);
  private static final String OTHER = "Other";

  /** Reads a key, which is a text, or a tuple whose first element is a text. */
  static DaskKey read(JsonCursor json) throws IOException {
    if (!json.isArray()) {
      String text = json.scalar("the key of a task");
      return new DaskKey(text, split(text));
    }
    List<DaskKey> parts = new ArrayList<>();
    json.array(index -> parts.add(part(json)));
    String text = String.join(", ", parts.stream().map(DaskKey::text).toList());
    String prefix = parts.isEmpty() ? OTHER : parts.get(0).prefix();
    return new DaskKey("(" + text + (parts.size() == 1 ? ",)" : ")"), prefix);
  }

  private static DaskKey part(JsonCursor json) throws IOException {
    boolean isText = json.isText();
    DaskKey part = read(json);
    return isText ? new DaskKey("'" + part.text() + "'", part.prefix()) : part;
  }

  static String split(String key) {
    String[] words = key.split("-", -1);
    String first = words[0];
    if (first.isEmpty()) {
      return OTHER;
    }
    StringBuilder prefix =
        new StringBuilder(Character.isLetter(first.charAt(0)) ? first : withoutPunctuation(first));
    for (int index = 1; index < words.length && isWord(words[index]); index++) {
      prefix.append('-').append(words[index]);
    }
    return nameOf(prefix.toString());
  }

  /** Returns a word without the punctuation around a name in a tuple. */
  private static String withoutPunctuation(String word) {
    int comma = word.indexOf(',');
    String text = comma < 0 ? word : word.substring(0, comma);
    int begin = 0;
    int end = text.length();
    while (begin < end && isSign(text.charAt(begin))) {
      begin++;
    }
    while (end > begin && isSign(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(begin, end);
  }

  private static boolean isSign(char character) {
    return "_'()\"".indexOf(character) >= 0;
  }

  /** A word of eight letters starting with a to f is taken for a hash. */
  private static boolean isWord(String word) {
    return ALPHABETIC.matcher(word).matches() && !isHexLike(word);
  }

  private static boolean isHexLike(String word) {
    return word.length() == 8 && word.charAt(0) >= 'a' && word.charAt(0) <= 'f';
  }

  /** A bare hash is named data; an object printed by Python is named after its class. */
  private static String nameOf(String prefix) {
    if (prefix.isEmpty()) {
      return OTHER;
    }
    if (HASH.matcher(prefix).matches()) {
      return "data";
    }
    if (prefix.charAt(0) != '<') {
      return prefix;
    }
    String name = AROUND_CLASS.matcher(prefix).replaceAll("");
    String last = name.substring(name.lastIndexOf('.') + 1);
    return last.isEmpty() ? OTHER : last;
  }
}
