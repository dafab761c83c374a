package io.flowgauge.log.trigger;

import io.flowgauge.netlogger.BpLine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads one line of a trigger file: pairs of name and value, written as in a BP log. */
final class TriggerLine {
  private static final Set<String> NAMES =
      Set.of(TriggerEntry.EVENT, TriggerEntry.WHERE, TriggerEntry.TO, TriggerEntry.ID);
  private static final char COMMENT = '#';

  private final BpLine pairs;

  private TriggerLine(BpLine pairs) {
    this.pairs = pairs;
  }

  /**
   * Reads a line.
   *
   * @return the entry, or empty for a comment or a blank line
   * @throws IllegalArgumentException if it is none of these
   */
  static Optional<TriggerEntry> parse(byte[] text, int begin, int end) {
    if (isComment(text, begin, end)) {
      return Optional.empty();
    }
    BpLine pairs = new BpLine();
    if (!pairs.parse(text, begin, end)) {
      throw new IllegalArgumentException("found " + pairs.problem() + ", expected name=value");
    }
    return pairs.size() == 0 ? Optional.empty() : Optional.of(new TriggerLine(pairs).entry());
  }

  private static boolean isComment(byte[] text, int begin, int end) {
    int at = begin;
    while (at < end && (text[at] == ' ' || text[at] == '\t')) {
      at++;
    }
    return at < end && text[at] == COMMENT;
  }

  private TriggerEntry entry() {
    requireKnownNames();
    return new TriggerEntry(
        required(TriggerEntry.EVENT),
        conditions(),
        required(TriggerEntry.TO),
        pairs.text(TriggerEntry.ID));
  }

  /**
   * Rejects unknown names: if one were ignored, the entry could match more events than its author
   * wants.
   */
  private void requireKnownNames() {
    Set<String> seen = new HashSet<>();
    for (int k = 0; k < pairs.size(); k++) {
      String name = pairs.name(k);
      if (!NAMES.contains(name) || !seen.add(name)) {
        throw new IllegalArgumentException(
            "found '" + name + "', expected event, where, to and id, each at most once");
      }
    }
  }

  private String required(String name) {
    return pairs
        .text(name)
        .orElseThrow(() -> new IllegalArgumentException("found no '" + name + "'"));
  }

  private List<Condition> conditions() {
    Optional<String> where = pairs.text(TriggerEntry.WHERE);
    if (where.isEmpty()) {
      return List.of();
    }
    List<Condition> conditions = new ArrayList<>();
    for (String each : where.get().split("&", -1)) {
      conditions.add(Condition.parse(each));
    }
    return conditions;
  }
}
