package io.flowgauge.metrics.render;

import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One sentence on where the makespan went, by the exact attribution. */
final class Verdict {
  private static final int MOST_NAMED = 3;

  /** Losses below this part of the makespan are not worth a word in a sentence. */
  private static final double WORTH_NAMING = 0.03;

  private static final String NO_DEPENDENCIES =
      "The input has no dependencies: waiting for other activities cannot be told from enactment,"
          + " and the path through the run is not known.";

  private final Attribution attribution;
  private final boolean hasNoDependencies;
  private final List<Map.Entry<OverheadClass, Long>> losses;

  Verdict(RunReport report) {
    Workflow workflow = report.run().workflow();
    this.attribution = report.attribution();
    this.hasNoDependencies = workflow.activityCount() > 1 && workflow.dependencyCount() == 0;
    this.losses =
        attribution.classes().entrySet().stream()
            .filter(loss -> loss.getValue() > 0)
            .sorted(Comparator.comparing(Map.Entry::getValue, Comparator.reverseOrder()))
            .toList();
  }

  void write(Page page) throws IOException {
    for (String sentence : sentences()) {
      page.paragraph("", sentence);
    }
    if (!explained().isEmpty()) {
      page.line("");
    }
    for (var loss : explained()) {
      String name = Human.format("  %-" + nameWidth() + "s  ", Meaning.name(loss.getKey()));
      page.paragraph(name, Meaning.of(loss.getKey()));
    }
  }

  /** The verdict, and what limits it. */
  List<String> sentences() {
    if (attribution.makespanNanos() <= 0) {
      return List.of("The input does not tell how long the run took.");
    }
    return hasNoDependencies ? List.of(sentence(), NO_DEPENDENCIES) : List.of(sentence());
  }

  /** The classes the verdict names and does not explain, the largest first. */
  List<OverheadClass> namedClasses() {
    return explained().stream().map(Map.Entry::getKey).toList();
  }

  /** What is unidentified the sentence explains itself. */
  private List<Map.Entry<OverheadClass, Long>> explained() {
    if (attribution.makespanNanos() <= 0) {
      return List.of();
    }
    return named().stream().filter(l -> l.getKey() != OverheadClass.UNIDENTIFIED).toList();
  }

  private int nameWidth() {
    return explained().stream().mapToInt(l -> l.getKey().label().length()).max().orElse(1);
  }

  private String sentence() {
    String time = Human.duration(Times.seconds(attribution.makespanNanos()));
    if (attribution.idealNanos() > attribution.makespanNanos()) {
      return "The run is said to have taken "
          + time
          + ", but the ideal times along its critical path add up to more: they do not fit together.";
    }
    String useful =
        "Of " + time + ", " + Human.roundPercent(share(attribution.idealNanos())) + " was useful";
    return losses.isEmpty()
        ? useful + ": nothing was lost."
        : useful + "; " + verb() + " " + list() + ".";
  }

  /** "Most" must be true: the losses named make up more than half of what was lost. */
  private String verb() {
    long lost = attribution.makespanNanos() - attribution.idealNanos();
    long namedNanos = named().stream().mapToLong(Map.Entry::getValue).sum();
    if (named().size() == losses.size()) {
      return "the rest was lost to";
    }
    return namedNanos * 2 > lost ? "most of the rest was lost to" : "the largest losses were";
  }

  private String list() {
    List<String> words = named().stream().map(this::words).collect(Collectors.toList());
    String last = words.remove(words.size() - 1);
    return words.isEmpty() ? last : String.join(", ", words) + " and " + last;
  }

  private String words(Map.Entry<OverheadClass, Long> loss) {
    String name =
        loss.getKey() == OverheadClass.UNIDENTIFIED
            ? "what the input does not tell"
            : Meaning.name(loss.getKey());
    return name + " (" + Human.roundPercent(share(loss.getValue())) + ")";
  }

  /** The largest loss, and those behind it that matter. */
  private List<Map.Entry<OverheadClass, Long>> named() {
    return losses.stream()
        .limit(MOST_NAMED)
        .filter(l -> l == losses.get(0) || share(l.getValue()) >= WORTH_NAMING)
        .toList();
  }

  private double share(long nanos) {
    return nanos / (double) attribution.makespanNanos();
  }
}
