package io.flowgauge.traces.makeflow;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;

/**
 * The counts of a manager of Work Queue or TaskVine: a table whose last row holds the totals. Used
 * to check its transactions. Immutable.
 */
final class ManagerStatistics {
  private static final String HEADER = "# timestamp workers_connected ";

  private final Map<String, Long> totals;

  private ManagerStatistics(Map<String, Long> totals) {
    this.totals = Map.copyOf(totals);
  }

  static boolean matches(TraceFile file) {
    return file.head().startsWith(HEADER);
  }

  static ManagerStatistics read(TraceFile file) throws IOException {
    List<String> names = new ArrayList<>();
    Map<String, Long> last = new HashMap<>();
    try (TraceLines lines = TraceLines.of(file)) {
      while (lines.next()) {
        String text = lines.text();
        if (text.startsWith("#")) {
          names = words(text.substring(1));
        } else if (lines.isTerminated()) {
          row(names, words(text), last);
        }
      }
    }
    return new ManagerStatistics(last);
  }

  private static void row(List<String> names, List<String> cells, Map<String, Long> last) {
    if (cells.size() == names.size()) {
      for (int k = 0; k < cells.size(); k++) {
        String name = names.get(k);
        Micros.whole(cells.get(k)).ifPresent(number -> last.put(name, number));
      }
    }
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    StringTokenizer tokens = new StringTokenizer(text);
    while (tokens.hasMoreTokens()) {
      words.add(tokens.nextToken());
    }
    return words;
  }

  void check(TransactionLog log, String where, Remarks remarks) {
    long dispatched =
        log.tasks().stream()
            .flatMap(task -> task.dispatches().stream())
            .filter(dispatch -> dispatch.running().isPresent())
            .count();
    compare("tasks_dispatched", dispatched, where, remarks);
    if (totals.containsKey("bytes_sent") && totals.containsKey("bytes_received")) {
      remarks.info(
          "transfers of all tasks together: "
              + totals.get("bytes_sent")
              + " bytes sent in "
              + seconds("time_send")
              + ", "
              + totals.get("bytes_received")
              + " bytes received in "
              + seconds("time_receive"),
          where);
    }
  }

  private void compare(String name, long found, String where, Remarks remarks) {
    Long total = totals.get(name);
    if (total != null && total != found) {
      remarks.warn(
          "the manager counted "
              + total
              + " "
              + name
              + ", but its log of transactions has "
              + found,
          where);
    }
  }

  private String seconds(String name) {
    Long micros = totals.get(name);
    return micros == null ? "an unknown time" : micros / 1e6 + " s";
  }
}
