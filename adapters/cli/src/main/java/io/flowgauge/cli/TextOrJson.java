package io.flowgauge.cli;

import picocli.CommandLine.Option;

/** The two forms most answers have. */
public final class TextOrJson {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (default): for people to read; json: one object.")
  private String format = "";

  /** Whether JSON is asked for; {@code of}, such as "list", goes into the error message. */
  public boolean isJson(String of) {
    boolean isJson = format.equals("json");
    if (!isJson && !format.equals("text")) {
      throw new WrongUsageException(
          "there is no " + of + " format '" + format + "', only json, text");
    }
    return isJson;
  }
}
