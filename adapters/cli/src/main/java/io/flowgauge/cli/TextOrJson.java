package io.flowgauge.cli;

/** The two forms most answers have. */
final class TextOrJson {
  private TextOrJson() {}

  /** Whether JSON is asked for; of what, such as "list", is said where it is neither. */
  static boolean isJson(String format, String of) {
    boolean isJson = format.equals("json");
    if (!isJson && !format.equals("text")) {
      throw new WrongUsageException(
          "there is no " + of + " format '" + format + "', only json, text");
    }
    return isJson;
  }
}
