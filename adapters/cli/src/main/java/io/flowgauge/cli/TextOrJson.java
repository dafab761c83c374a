package io.flowgauge.cli;

import picocli.CommandLine.Option;

/** The two forms most answers have. */
final class TextOrJson {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (default): to be read; json: one object.")
  private String format = "";

  /** Whether JSON is asked for; of what, such as "list", is said where it is neither. */
  boolean isJson(String of) {
    boolean isJson = format.equals("json");
    if (!isJson && !format.equals("text")) {
      throw new WrongUsageException(
          "there is no " + of + " format '" + format + "', only json, text");
    }
    return isJson;
  }
}
