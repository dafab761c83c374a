package io.flowgauge.lake;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * The folder of a run, named as in Hive: {@code workflow=montage/month=2026-11}.
 *
 * @param workflow name of its workflow
 * @param month the month in which the run started, in UTC; empty if unknown
 */
record Partition(String workflow, String month) {
  /** Hive's name for a missing value. */
  static final String NONE = "__HIVE_DEFAULT_PARTITION__";

  private static final DateTimeFormatter MONTH =
      DateTimeFormatter.ofPattern("uuuu-MM", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final String PLAIN =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.";
  private static final int LONGEST = 240;
  private static final int BYTE = 0xFF;

  static Partition of(String workflow, Optional<Instant> start) {
    return new Partition(workflow, start.map(MONTH::format).orElse(""));
  }

  /** Returns its folder within the folder of a dataset. */
  Path in(Path dataset) throws IOException {
    return dataset.resolve(folder("workflow", workflow)).resolve(folder("month", month));
  }

  private static String folder(String column, String value) throws IOException {
    String folder = column + "=" + (value.isEmpty() ? NONE : encoded(value));
    if (folder.length() > LONGEST) {
      throw new IOException(
          "the name of the " + column + " is too long for a folder of a lake: " + value);
    }
    return folder;
  }

  private static String encoded(String value) {
    StringBuilder text = new StringBuilder();
    for (byte one : value.getBytes(UTF_8)) {
      if (PLAIN.indexOf(one) >= 0 && (one != '.' || !text.isEmpty())) {
        text.append((char) one);
      } else {
        text.append(String.format(Locale.ROOT, "%%%02X", one & BYTE));
      }
    }
    return text.toString();
  }
}
