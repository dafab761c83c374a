package io.flowgauge.log.write;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.trigger.TriggerEntry;
import io.flowgauge.log.trigger.TriggerWatch;
import io.flowgauge.log.trigger.Triggers;
import io.flowgauge.log.write.Router.Route;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.function.Predicate;

/** Makes a log follow its trigger file. Used by the drainer only, except for the problems. */
final class TriggerControl {
  private static final System.Logger LOGGER = System.getLogger("io.flowgauge.log");

  /** Changes the routes of a log. */
  interface Change {
    /** Writes what was logged so far to the old destinations, then switches to the new ones. */
    void route(List<Route> routes);
  }

  private final TriggerWatch watch;
  private final long intervalNanos;
  private final DeclaredEvents types;
  private long polledNanos;
  private boolean polled;
  private Predicate<DeclaredEvent> wanted = type -> false;

  /** Entries that were read but not applied yet; null if there are none. */
  private Triggers unapplied;

  /** Problems of the entries in force. */
  private List<String> lineProblems = List.of();

  private volatile List<String> problems = List.of();

  TriggerControl(TriggerWatch watch, long intervalNanos, DeclaredEvents types) {
    this.watch = watch;
    this.intervalNanos = intervalNanos;
    this.types = types;
  }

  /** Time until the next check is due; 0 or less if it is due now. */
  long nanosLeft() {
    return polled ? polledNanos + intervalNanos - System.nanoTime() : 0;
  }

  /** Checks the file if that is due. */
  void check(Change change) {
    if (nanosLeft() > 0) {
      return;
    }
    polled = true;
    polledNanos = System.nanoTime();
    try {
      watch.poll().ifPresent(triggers -> unapplied = triggers);
      if (unapplied != null) {
        lineProblems = apply(unapplied, change);
        unapplied = null;
        report(lineProblems);
      }
      problems = lineProblems; // An earlier failure to read the file is over.
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      report(List.of(e.toString())); // The entries read before stay in force.
    }
  }

  /**
   * Applies the entries: switches on the types that have a destination, and all others off. Returns
   * what is wrong with the entries.
   */
  private List<String> apply(Triggers triggers, Change change) {
    List<String> found = new ArrayList<>(triggers.problems());
    List<Route> routes = routes(triggers.entries(), found);
    Predicate<DeclaredEvent> next =
        type -> routes.stream().anyMatch(r -> r.selection().wants(type));
    types.markWanted(wanted.and(next));
    change.route(routes);
    types.markWanted(next);
    wanted = next;
    return List.copyOf(found);
  }

  private static List<Route> routes(List<TriggerEntry> entries, List<String> problems) {
    Map<String, List<TriggerEntry>> byDestination =
        entries.stream().collect(groupingBy(TriggerEntry::to, LinkedHashMap::new, toList()));
    List<Route> routes = new ArrayList<>();
    byDestination.forEach(
        (to, wanted) -> {
          try {
            routes.add(new Route(to, LogDestination.parse(to), new Selection(wanted), false));
          } catch (IllegalArgumentException | ServiceConfigurationError e) {
            problems.add(e.getMessage());
          }
        });
    return routes;
  }

  private void report(List<String> found) {
    if (!found.equals(problems)) {
      problems = found;
      found.forEach(
          each -> LOGGER.log(System.Logger.Level.WARNING, watch.file().path() + ": " + each));
    }
  }

  /** Returns the problems of the file. */
  List<String> problems() {
    return problems;
  }
}
