package io.flowgauge.report.html;

import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Workflow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Numbers the types of activities in order of their first activity. */
final class TypeIndex {
  private final int[] byActivity;
  private final List<String> names;

  TypeIndex(Workflow workflow) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    byActivity = new int[workflow.activityCount()];
    int index = 0;
    for (Activity activity : workflow.activities()) {
      byActivity[index++] = numbers.computeIfAbsent(activity.type(), t -> numbers.size());
    }
    names = List.copyOf(numbers.keySet());
  }

  int of(int activity) {
    return byActivity[activity];
  }

  int count() {
    return names.size();
  }

  String name(int type) {
    return names.get(type);
  }

  List<String> names() {
    return names.stream().map(JsonWriter::shown).toList();
  }
}
