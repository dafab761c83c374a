package io.flowgauge.cli;

import picocli.CommandLine.Option;

/** The option for the two formats of most answers. */
public final class TextOrJson {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (default): for people to read; json: one object.")
  private String format = "";

  /** Whether JSON is requested; {@code of}, such as "list", appears in the error message. */
  public boolean isJson(String of) {
    boolean isJson = format.equals("json");
    if (!isJson && !format.equals("text")) {
      throw new WrongUsageException(
          "there is no " + of + " format '" + format + "', only json, text");
    }
    return isJson;
  }
}
