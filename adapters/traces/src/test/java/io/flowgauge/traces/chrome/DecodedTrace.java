package io.flowgauge.traces.chrome;

import static io.flowgauge.traces.json.JsonTree.array;
import static io.flowgauge.traces.json.JsonTree.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.traces.json.JsonTree;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A trace as a viewer understands it: events are ordered by time, then by position in the file;
 * slices come from one stack per thread; arrows bind to open slices, of which the outermost counts
 * here. Anything that a viewer would drop or draw wrongly fails the test.
 */
final class DecodedTrace {
  final Map<String, Object> otherData;
  final Map<Integer, String> processes = new LinkedHashMap<>();
  final Map<Integer, String> threads = new LinkedHashMap<>();
  final List<Drawn> slices = new ArrayList<>();
  final List<Arrow> arrows = new ArrayList<>();
  final List<Map<String, Object>> counters = new ArrayList<>();
  private final Map<Integer, Deque<Drawn>> open = new LinkedHashMap<>();
  private final Map<String, Drawn> tails = new LinkedHashMap<>();
  private final Map<String, Drawn> across = new LinkedHashMap<>();

  /** A slice; its end is null if it has none. */
  static final class Drawn {
    final String name;
    final String category;
    final int process;
    final Drawn parent;
    final BigDecimal begin;
    final Map<String, Object> arguments;
    BigDecimal end;

    Drawn(Map<String, Object> event, Drawn parent) {
      name = (String) event.get("name");
      category = (String) event.get("cat");
      process = number(event, "pid").intValueExact();
      begin = number(event, "ts");
      arguments = event.containsKey("args") ? object(event.get("args")) : Map.of();
      this.parent = parent;
    }
  }

  record Arrow(String name, Drawn from, Drawn to) {}

  DecodedTrace(String text) throws IOException {
    Map<String, Object> trace = object(JsonTree.of(text));
    otherData = object(trace.get("otherData"));
    List<Map<String, Object>> events = new ArrayList<>();
    array(trace.get("traceEvents")).forEach(event -> events.add(object(event)));
    events.stream().filter(event -> event.get("ph").equals("M")).forEach(this::describe);
    events.stream()
        .filter(event -> !event.get("ph").equals("M"))
        .sorted(Comparator.comparing((Map<String, Object> event) -> number(event, "ts")))
        .forEach(this::take);
    assertThat(tails).as("arrows without a head").isEmpty();
    slices.addAll(across.values());
  }

  static BigDecimal number(Map<String, Object> event, String key) {
    return (BigDecimal) event.get(key);
  }

  private void describe(Map<String, Object> event) {
    Object name = object(event.get("args")).get("name");
    switch ((String) event.get("name")) {
      case "process_name" -> processes.put(number(event, "pid").intValueExact(), (String) name);
      case "thread_name" -> threads.put(number(event, "tid").intValueExact(), (String) name);
      default -> assertThat(object(event.get("args"))).containsKey("sort_index");
    }
  }

  private void take(Map<String, Object> event) {
    assertThat(number(event, "ts")).isNotNegative();
    assertThat(processes).containsKey(number(event, "pid").intValueExact());
    if (event.get("ph").equals("C")) {
      counters.add(object(event.get("args")));
      return;
    }
    int thread = number(event, "tid").intValueExact();
    assertThat(threads).containsKey(thread);
    Deque<Drawn> stack = open.computeIfAbsent(thread, t -> new ArrayDeque<>());
    switch ((String) event.get("ph")) {
      case "B" -> {
        Drawn slice = new Drawn(event, stack.peek());
        slices.add(slice);
        stack.push(slice);
      }
      case "E" -> stack.pop().end = number(event, "ts");
      case "b" -> assertThat(across.put(id(event), new Drawn(event, stack.peek()))).isNull();
      case "e" -> {
        Drawn slice = across.remove(id(event));
        slice.end = number(event, "ts");
        slices.add(slice);
      }
      case "s" -> assertThat(tails.put(id(event), stack.getLast())).isNull();
      case "f" -> {
        assertThat(event).containsEntry("bp", "e");
        assertThat(tails).as("head before tail").containsKey(id(event));
        arrows.add(new Arrow((String) event.get("name"), tails.remove(id(event)), stack.getLast()));
      }
      default -> throw new AssertionError("unknown phase " + event);
    }
  }

  private static String id(Map<String, Object> event) {
    return event.get("cat") + " " + event.get("id");
  }

  List<Drawn> slices(String category) {
    return slices.stream().filter(slice -> slice.category.equals(category)).toList();
  }
}
