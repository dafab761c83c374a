package io.flowgauge.store;

import io.flowgauge.trace.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Selects runs: {@code RunFilter.all().workflow("montage").tag("machine", "lab").newest(10)}. Every
 * condition must hold. Immutable and thread-safe.
 */
public final class RunFilter {
  private final List<Condition> conditions;
  private final OptionalInt newest;

  /** A piece of SQL with its parameters. */
  record Condition(String sql, List<Object> parameters) {}

  private RunFilter(List<Condition> conditions, OptionalInt newest) {
    this.conditions = List.copyOf(conditions);
    this.newest = newest;
  }

  /**
   * All runs.
   *
   * @return a filter without conditions
   */
  public static RunFilter all() {
    return new RunFilter(List.of(), OptionalInt.empty());
  }

  private RunFilter and(String sql, Object... parameters) {
    List<Condition> more = new ArrayList<>(conditions);
    more.add(new Condition(sql, List.of(parameters)));
    return new RunFilter(more, newest);
  }

  /**
   * Runs of a workflow.
   *
   * @param name name of the workflow
   * @return the filter
   */
  public RunFilter workflow(String name) {
    return and("w.name = ?", name);
  }

  /**
   * Runs of a version.
   *
   * @param label label of the version
   * @return the filter
   */
  public RunFilter version(String label) {
    return and("v.label = ?", label);
  }

  /**
   * One run.
   *
   * @param id number of the run
   * @return the filter
   */
  public RunFilter id(long id) {
    return and("r.run_id = ?", id);
  }

  /** Some runs, by their numbers. */
  static RunFilter of(List<Long> ids) {
    return all()
        .and(
            ids.stream()
                .map(String::valueOf)
                .collect(Collectors.joining(", ", "r.run_id in (", ")")));
  }

  /**
   * Runs with a tag.
   *
   * @param name its name
   * @param value its value
   * @return the filter
   */
  public RunFilter tag(String name, String value) {
    return and(
        "exists (select 1 from flowgauge_tag t"
            + " where t.run_id = r.run_id and t.name = ? and t.value = ?)",
        name,
        value);
  }

  /**
   * Runs with an activity on a site.
   *
   * @param name name of the site
   * @return the filter
   */
  public RunFilter site(String name) {
    return and(
        "exists (select 1 from flowgauge_processor p"
            + " where p.run_id = r.run_id and p.site = ? and p.activities > 0)",
        name);
  }

  /**
   * Runs that started at a time or later.
   *
   * @param time a time of the years 1678 to 2262
   * @return the filter
   */
  public RunFilter from(Instant time) {
    return and("r.start_nanos >= ?", Times.epochNanos(time));
  }

  /**
   * Runs that started before a time.
   *
   * @param time a time of the years 1678 to 2262
   * @return the filter
   */
  public RunFilter before(Instant time) {
    return and("r.start_nanos < ?", Times.epochNanos(time));
  }

  /**
   * Only the runs stored last.
   *
   * @param count how many, 1 or more
   * @return the filter
   * @throws IllegalArgumentException if it is below 1
   */
  public RunFilter newest(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("newest must be 1 or more, but is " + count);
    }
    return new RunFilter(conditions, OptionalInt.of(count));
  }

  List<Condition> conditions() {
    return conditions;
  }

  OptionalInt newest() {
    return newest;
  }
}
