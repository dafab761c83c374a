package io.flowgauge.traces.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Expands lists of nodes in Slurm's notation: {@code a1,b[1-2,07-09]}. Stateless. */
final class HostList {
  /** Maximum number of nodes in a list that is expanded. */
  static final int MAX_NODES = 100_000;

  private static final Pattern PART =
      Pattern.compile("([^,\\[\\]]+)(?:\\[([0-9,-]+)])?([^,\\[\\]]*)");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

  private HostList() {}

  /** Returns the names in a list; a list of another form, or a longer one, is taken as one name. */
  static List<String> expand(String list) {
    List<String> names = new ArrayList<>();
    Matcher parts = PART.matcher(list);
    while (parts.find() && names.size() <= MAX_NODES) {
      if (parts.group(2) == null) {
        names.add(parts.group());
      } else {
        ranges(parts, names);
      }
    }
    return names.isEmpty() || names.size() > MAX_NODES ? List.of(list) : names;
  }

  private static void ranges(Matcher parts, List<String> names) {
    Matcher ranges = RANGE.matcher(parts.group(2));
    while (ranges.find()) {
      int width = ranges.group(1).length();
      int from = Integer.parseInt(ranges.group(1));
      int to = ranges.group(2) == null ? from : Integer.parseInt(ranges.group(2));
      for (int k = from; k <= to && names.size() <= MAX_NODES; k++) {
        String digits = Integer.toString(k);
        String zeros = "0".repeat(Math.max(0, width - digits.length()));
        names.add(parts.group(1) + zeros + digits + parts.group(3));
      }
    }
  }
}
