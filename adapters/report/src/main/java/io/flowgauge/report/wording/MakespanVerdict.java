package io.flowgauge.report.wording;

import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * States in one sentence where the makespan went, according to the exact attribution. Immutable and
 * thread-safe.
 */
public final class MakespanVerdict {
  private static final int MOST_NAMED = 3;

  /** Smaller losses, as a fraction of the makespan, are not named. */
  private static final double WORTH_NAMING = 0.03;

  private final Attribution attribution;
  private final Workflow workflow;
  private final OptionalDouble idealByRegions;
  private final List<Map.Entry<OverheadClass, Long>> losses;

  /** Creates the verdict on a run. */
  public MakespanVerdict(RunReport report) {
    this.workflow = report.run().workflow();
    this.attribution = report.attribution();
    this.idealByRegions = idealByRegions(report);
    this.losses =
        attribution.classes().entrySet().stream()
            .filter(loss -> loss.getValue() > 0)
            .sorted(Comparator.comparing(Map.Entry::getValue, Comparator.reverseOrder()))
            .toList();
  }

  /** Returns the ideal time in seconds; empty if it is not known. */
  private static OptionalDouble idealByRegions(RunReport report) {
    if (report.run().workflow().activityCount() == 0) {
      return OptionalDouble.empty();
    }
    Measured ideal = report.overheads().total().ideal();
    return ideal.isMeasured() ? OptionalDouble.of(ideal.value()) : OptionalDouble.empty();
  }

  /** Writes the verdict, and the meaning of the classes it names. */
  public void write(Page page) throws IOException {
    for (String sentence : sentences()) {
      page.paragraph("", sentence);
    }
    if (!explainedLosses().isEmpty()) {
      page.line("");
    }
    for (var loss : explainedLosses()) {
      String name = Human.format("  %-" + nameWidth() + "s  ", Meaning.name(loss.getKey()));
      page.paragraph(name, Meaning.of(loss.getKey(), workflow));
    }
  }

  /** Returns the verdict and its limits. */
  List<String> sentences() {
    if (attribution.makespanNanos() <= 0) {
      return List.of("The input does not say how long the run took.");
    }
    List<String> sentences = new ArrayList<>(List.of(sentence()));
    if (Meaning.isReadinessUnknown(workflow)) {
      sentences.add(limits());
    }
    difference().ifPresent(sentences::add);
    return sentences;
  }

  /** States what cannot be known without dependencies. */
  private String limits() {
    boolean areCalledReady =
        attribution.overheadNanos(OverheadClass.ENACTMENT) > 0
            || attribution.overheadNanos(OverheadClass.SERIALISATION) > 0;
    return "The input has no dependencies: "
        + (areCalledReady
            ? "enactment and serialisation may include waiting for other activities, and "
            : "")
        + "the path through the run is not known.";
  }

  /**
   * Explains why the ideal time of the hierarchy differs from the time that the verdict calls
   * useful.
   */
  private Optional<String> difference() {
    if (idealByRegions.isEmpty()) {
      return Optional.empty();
    }
    double seconds = idealByRegions.getAsDouble();
    double share = seconds / Times.seconds(attribution.makespanNanos());
    double useful = share(attribution.idealNanos());
    if (Math.abs(share - useful) <= WORTH_NAMING) {
      return Optional.empty();
    }
    String ideal = Human.duration(seconds) + " (" + Human.percent(share) + ")";
    return Optional.of(
        share < useful
            ? "The ideal time by regions is only "
                + ideal
                + ": it counts only the fastest member of each parallel section."
            : "The ideal time by regions is "
                + ideal
                + ": the path that computes the longest is not the one that took the longest.");
  }

  /** Returns all named classes except unidentified, which the sentence itself explains. */
  private List<Map.Entry<OverheadClass, Long>> explainedLosses() {
    if (attribution.makespanNanos() <= 0) {
      return List.of();
    }
    return namedLosses().stream().filter(l -> l.getKey() != OverheadClass.UNIDENTIFIED).toList();
  }

  private int nameWidth() {
    return explainedLosses().stream().mapToInt(l -> l.getKey().label().length()).max().orElse(1);
  }

  private String sentence() {
    String time = Human.duration(Times.seconds(attribution.makespanNanos()));
    if (attribution.idealNanos() > attribution.makespanNanos()) {
      return "According to the input, the run took "
          + time
          + ", but the ideal times along its critical path add up to more: the two contradict each other.";
    }
    String useful =
        "Of " + time + ", " + Human.roundPercent(share(attribution.idealNanos())) + " was useful";
    return losses.isEmpty()
        ? useful + ": nothing was lost."
        : useful + "; " + lossPhrase() + " " + list() + ".";
  }

  /** Says "most" only if the named losses make up more than half of what was lost. */
  private String lossPhrase() {
    long lost = attribution.makespanNanos() - attribution.idealNanos();
    long namedNanos = namedLosses().stream().mapToLong(Map.Entry::getValue).sum();
    if (namedLosses().size() == losses.size()) {
      return "the rest was lost to";
    }
    return namedNanos * 2 > lost ? "most of the rest was lost to" : "the largest losses were";
  }

  private String list() {
    List<String> words = namedLosses().stream().map(this::words).collect(Collectors.toList());
    String last = words.remove(words.size() - 1);
    return words.isEmpty() ? last : String.join(", ", words) + " and " + last;
  }

  private String words(Map.Entry<OverheadClass, Long> loss) {
    String name =
        loss.getKey() == OverheadClass.UNIDENTIFIED
            ? "causes the input does not name"
            : Meaning.name(loss.getKey());
    return name + " (" + Human.roundPercent(share(loss.getValue())) + ")";
  }

  /** Returns the largest loss, and the next ones if they are large enough. */
  private List<Map.Entry<OverheadClass, Long>> namedLosses() {
    return losses.stream()
        .limit(MOST_NAMED)
        .filter(l -> l == losses.get(0) || share(l.getValue()) >= WORTH_NAMING)
        .toList();
  }

  private double share(long nanos) {
    return nanos / (double) attribution.makespanNanos();
  }
}
