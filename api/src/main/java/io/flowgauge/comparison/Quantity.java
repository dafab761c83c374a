package io.flowgauge.comparison;

import java.util.Comparator;
import java.util.Locale;
import java.util.Objects;

/**
 * A number that can be compared across runs, such as the seconds that their parallel sections of
 * {@code lapw1} lost to load imbalance. Ordered by kind, subject and name. Immutable and
 * thread-safe.
 *
 * @param kind what the number is about
 * @param subject the activity type, section or subgraph; empty for the whole run
 * @param name what was measured, such as {@code makespan} or the label of an overhead class
 * @param unit its unit
 */
public record Quantity(Kind kind, String subject, String name, Unit unit)
    implements Comparable<Quantity> {
  /** The time from the start of a run to its end. */
  public static final Quantity MAKESPAN = ofRun("makespan");

  /**
   * The number of activities that {@linkplain
   * io.flowgauge.analysis.RunMetrics#uncompletedActivities() did not complete}.
   */
  public static final Quantity UNCOMPLETED_ACTIVITIES =
      new Quantity(Kind.METRIC, "", "uncompleted-activities", Unit.COUNT);

  private static final Comparator<Quantity> ORDER =
      Comparator.comparing(Quantity::kind)
          .thenComparing(Quantity::subject)
          .thenComparing(Quantity::name)
          .thenComparing(Quantity::unit);

  /** The subject of a quantity. Immutable and thread-safe. */
  public enum Kind {
    /** The run as a whole: its makespan. */
    RUN,
    /** Overheads over all regions ([Nerieri] §III), and the ideal time to which they add. */
    OVERHEAD,
    /** The makespan along the realised critical path, by class (definitions, "Attribution"). */
    CRITICAL_PATH,
    /** Metrics of the run ([Truong] §5.4). */
    METRIC,
    /** A subgraph chosen by the user ([Truong] §5.1). */
    SUBGRAPH,
    /** The activities of one type. */
    TYPE,
    /** All regions of one kind with activities of the same types. */
    REGION;

    /**
     * The kind's name in documents.
     *
     * @return a lower-case word
     */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Units of quantities. Immutable and thread-safe. */
  public enum Unit {
    /** A time. */
    SECONDS,
    /** A fraction, or a factor. */
    RATIO,
    /** A number of things. */
    COUNT
  }

  /**
   * Checks the parts.
   *
   * @param kind what the number is about
   * @param subject the activity type, section or subgraph
   * @param name what was measured
   * @param unit its unit
   */
  public Quantity {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(unit, "unit");
  }

  private static Quantity ofRun(String name) {
    return new Quantity(Kind.RUN, "", name, Unit.SECONDS);
  }

  @Override
  public int compareTo(Quantity other) {
    return ORDER.compare(this, other);
  }

  /**
   * Kind, subject and name, such as {@code overhead/queue-residency} or {@code type/mProject/mean}.
   */
  @Override
  public String toString() {
    return kind.label() + "/" + (subject.isEmpty() ? "" : subject + "/") + name;
  }
}
