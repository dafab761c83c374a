package io.flowgauge.cli.log;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LifelineKey;
import io.flowgauge.log.trigger.Condition;
import io.flowgauge.log.trigger.Operator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options that select events, shared by all commands on logs. Not thread-safe. */
final class LogFilter {
  @Option(
      names = {"-e", "--event"},
      paramLabel = "NAME",
      description =
          "Only events of this name; a name that ends in * stands for all that start with it. May"
              + " be repeated.")
  private List<String> events = List.of();

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "Only events from this time on, such as 2026-11-20T11:12:07.5Z, 2026-11-20, or seconds"
              + " since 1970. UTC unless it ends in an offset.")
  private String since;

  @Option(names = "--until", paramLabel = "TIME", description = "Only events before this time.")
  private String until;

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description =
          "Only events that meet this condition: a field or constant, one of < <= > >= == !=, and"
              + " a number or, after == and !=, a text, as in 'BYTES>=65536'. Several conditions,"
              + " joined by & or given separately, must all hold. Events without the field are"
              + " left out.")
  private List<String> where = List.of();

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "Only events of this lifeline. May be repeated.")
  private List<String> ids = List.of();

  @Option(
      names = "--lifeline",
      paramLabel = "FIELD",
      split = ",",
      description =
          "The field that holds the id shared by the events of a lifeline, for logs that do not"
              + " say, such as text forms. If several fields are given, separated by commas, an"
              + " event must have all of them.")
  private List<String> lifeline = List.of();

  /** Rejects invalid options. */
  void check() {
    filter();
  }

  /** Returns a filter for reading the events once. */
  EventFilter filter() {
    List<ValueCondition> conditions = new ArrayList<>();
    where.forEach(text -> conditions.addAll(ValueCondition.parseAll(text)));
    return new EventFilter(
        this::isNamed,
        since == null ? Long.MIN_VALUE : LogTime.parse("--since", since),
        until == null ? Long.MAX_VALUE : LogTime.parse("--until", until),
        conditions,
        Set.copyOf(new HashSet<>(ids)),
        key());
  }

  /** Returns the key that identifies the lifeline of an event. */
  LifelineKey key() {
    return new LifelineKey(lifeline);
  }

  /** Returns the names of the fields that hold the ids of lifelines, as given. */
  List<String> lifeline() {
    return lifeline;
  }

  /** Returns the names of events, as given. */
  List<String> names() {
    return events;
  }

  /** Returns the names given without a star, in their order, which is the order of stages. */
  List<String> exactNames() {
    return events.stream().filter(name -> !name.endsWith("*")).toList();
  }

  /** Returns one pattern that covers all wanted names. */
  String onePattern() {
    return events.size() == 1 ? events.get(0) : "*";
  }

  /**
   * Returns the conditions that applications can check, joined by ampersands: those that only
   * numbers can meet. Texts and constants can meet the other conditions, but applications would
   * leave such events out.
   */
  String conditionsOnNumbers() {
    return where.stream()
        .flatMap(text -> Stream.of(text.split("&", -1)))
        .filter(LogFilter::isOnNumber)
        .collect(Collectors.joining("&"));
  }

  private static boolean isOnNumber(String condition) {
    try {
      Operator operator = Condition.parse(condition).operator();
      return operator != Operator.EQUAL && operator != Operator.NOT_EQUAL;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  boolean mayHold(EventSchema schema) {
    return isNamed(schema.name());
  }

  private boolean isNamed(String name) {
    return events.isEmpty() || events.stream().anyMatch(pattern -> matches(pattern, name));
  }

  static boolean matches(String pattern, String name) {
    return pattern.endsWith("*")
        ? name.startsWith(pattern.substring(0, pattern.length() - 1))
        : name.equals(pattern);
  }

  /** Returns those of the given events that match. */
  EventCursor of(EventCursor events) {
    return isOff() ? events : new FilteredCursor(events, filter());
  }

  boolean isOff() {
    return events.isEmpty() && since == null && until == null && where.isEmpty() && ids.isEmpty();
  }
}
