package io.flowgauge.traces.otlp;

import io.flowgauge.model.core.Remarks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Determines which spans are activities, and which lie inside one. Used once.
 *
 * <p>Chains of parents are followed upwards, marking every span visited, so that even in a cyclic
 * chain each span is visited only once.
 */
final class Roles {
  private final List<Span> spans;
  private final Map<SpanKey, Span> byKey = new HashMap<>();
  private final Map<Span, Optional<Span>> enclosing = new HashMap<>();

  Roles(List<Span> spans, Remarks remarks) {
    this.spans = new ArrayList<>(spans.size());
    for (Span span : spans) {
      if (byKey.putIfAbsent(span.key(), span) == null) {
        this.spans.add(span);
      } else {
        remarks.warn("spans with the id of an earlier one, left out", span.place());
      }
    }
    choose();
  }

  private void choose() {
    boolean named = false;
    for (Span span : spans) {
      span.isActivity = span.attributes.containsKey(OtlpNames.ID);
      named |= span.isActivity;
    }
    if (!named) {
      chooseLinked();
      chooseLeaves();
    }
  }

  private void chooseLinked() {
    Set<Span> linked = new HashSet<>();
    for (Span span : spans) {
      for (SpanKey target : span.links) {
        if (byKey.containsKey(target)) {
          linked.add(span);
          linked.add(byKey.get(target));
        }
      }
    }
    linked.removeAll(ancestors(linked));
    linked.forEach(span -> span.isActivity = true);
  }

  private void chooseLeaves() {
    Set<Span> leaves = new HashSet<>(spans);
    leaves.removeAll(ancestors(spans));
    for (Span span : spans) {
      if (leaves.contains(span)
          && enclosing(span).isEmpty()
          && !span.is(OtlpNames.RUN)
          && !span.is(OtlpNames.SERVICE)
          && !span.is(OtlpNames.PHASE)) {
        span.isActivity = true;
      }
    }
    enclosing.clear();
  }

  /** Returns all spans that enclose some spans. */
  private Set<Span> ancestors(Iterable<Span> of) {
    Set<Span> ancestors = new HashSet<>();
    for (Span span : of) {
      Optional<Span> outer = parent(span);
      while (outer.isPresent() && ancestors.add(outer.get())) {
        outer = parent(outer.get());
      }
    }
    return ancestors;
  }

  Optional<Span> parent(Span span) {
    return span.parentKey().map(byKey::get);
  }

  /** Returns the innermost activity that encloses a span, which is not an activity itself. */
  Optional<Span> enclosing(Span span) {
    Map<Span, Optional<Span>> path = new LinkedHashMap<>();
    Optional<Span> outer = parent(span);
    Optional<Span> found = Optional.empty();
    while (outer.isPresent() && found.isEmpty() && !path.containsKey(outer.get())) {
      Span at = outer.get();
      if (at.isActivity) {
        found = outer;
      } else if (enclosing.containsKey(at)) {
        found = enclosing.get(at);
        break;
      }
      path.put(at, outer);
      outer = parent(at);
    }
    for (Span passed : path.keySet()) {
      if (!passed.isActivity) {
        enclosing.put(passed, found);
      }
    }
    return found;
  }

  List<Span> spans() {
    return spans;
  }

  Optional<Span> find(SpanKey key) {
    return Optional.ofNullable(byKey.get(key));
  }

  /** Returns the activity that a span is, or that encloses it. */
  Optional<Span> activityAt(Span span) {
    return span.isActivity ? Optional.of(span) : enclosing(span);
  }
}
