package io.flowgauge.traces.crate;

import io.flowgauge.model.core.Remarks;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds which action produced the data that another used. Used once. */
final class DataFlow {
  private final Map<String, List<String>> parts;
  private final Map<String, List<String>> wholes = new HashMap<>();
  private final Map<String, List<Action>> makers = new HashMap<>();
  private final Map<String, Collection<String>> related = new HashMap<>();
  private final Map<String, Collection<String>> held = new HashMap<>();
  private final Remarks remarks;

  DataFlow(Crate crate, Remarks remarks) {
    this.remarks = remarks;
    parts = crate.parts();
    parts.forEach(
        (whole, its) ->
            its.forEach(part -> wholes.computeIfAbsent(part, p -> new ArrayList<>(1)).add(whole)));
    for (Action action : crate.activities()) {
      for (String result : Set.copyOf(action.results())) {
        makers.computeIfAbsent(result, r -> new ArrayList<>(1)).add(action);
      }
    }
  }

  /** Returns the actions whose results an action used. */
  Set<Action> sources(Action user) {
    Set<Action> sources = new LinkedHashSet<>();
    for (String object : user.objects()) {
      for (String data : related.computeIfAbsent(object, this::relatives)) {
        maker(data, user).ifPresent(sources::add);
      }
    }
    return sources;
  }

  /** Returns the entities an action used, and their parts. */
  Set<String> used(Action user) {
    Set<String> used = new LinkedHashSet<>();
    user.objects().forEach(object -> used.addAll(held.computeIfAbsent(object, this::parts)));
    return used;
  }

  private Collection<String> parts(String whole) {
    return follow(whole, parts);
  }

  /**
   * Returns an object, its parts, and everything that contains them, because one file may belong to
   * several values.
   */
  private Collection<String> relatives(String object) {
    Set<String> held = follow(object, parts);
    Set<String> found = new LinkedHashSet<>(held);
    held.forEach(part -> found.addAll(follow(part, wholes)));
    return found;
  }

  private static Set<String> follow(String from, Map<String, List<String>> relation) {
    Set<String> found = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      String at = open.pop();
      if (found.add(at)) {
        relation.getOrDefault(at, List.of()).forEach(open::push);
      }
    }
    return found;
  }

  private Optional<Action> maker(String data, Action user) {
    List<Action> possible =
        makers.getOrDefault(data, List.of()).stream()
            .filter(maker -> !maker.equals(user) && !user.endsBefore(maker))
            .toList();
    boolean unique = possible.size() == makers.getOrDefault(data, List.of()).size();
    if (possible.size() == 1 && unique) {
      return Optional.of(possible.get(0));
    }
    Optional<Action> last = Optional.empty();
    for (Action maker : possible) {
      if (maker.endsBefore(user)
          && (last.isEmpty() || last.get().end().getAsLong() < maker.end().getAsLong())) {
        last = Optional.of(maker);
      }
    }
    if (last.isEmpty() && isMadeByOthers(data, user)) {
      remarks.warn(
          "data with several producers, or with one that began after its use, and none known to"
              + " have ended before its use: no dependency is recorded",
          data);
    }
    return last;
  }

  private boolean isMadeByOthers(String data, Action user) {
    return makers.getOrDefault(data, List.of()).stream().anyMatch(maker -> !maker.equals(user));
  }
}
