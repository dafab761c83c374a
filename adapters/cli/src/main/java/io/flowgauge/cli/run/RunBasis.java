package io.flowgauge.cli.run;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.LawFit;
import io.flowgauge.prediction.MeasuredTimes;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** Describes what the prediction of a workflow rests on. */
final class RunBasis {
  private static final int MOST_TYPES = 3;

  private final Workflow workflow;
  private final PredictionQuery query;
  private final Map<String, Law> laws;
  private final MeasuredTimes times;
  private final OptionalInt slots;
  private final List<String> sentences = new ArrayList<>();

  /**
   * Creates the description of a prediction.
   *
   * @param times times measured in the run
   * @param slots number of slots, if limited
   */
  RunBasis(
      Workflow workflow,
      PredictionQuery query,
      Map<String, Law> laws,
      MeasuredTimes times,
      OptionalInt slots) {
    this.workflow = workflow;
    this.query = query;
    this.laws = laws;
    this.times = times;
    this.slots = slots;
  }

  List<String> sentences() {
    say(
        "%,d activities, %,d dependencies. %s",
        workflow.activityCount(), workflow.dependencyCount(), query.words(slots));
    sayLaws();
    saySlots();
    if (workflow.dependencyCount() == 0 && workflow.activityCount() > 1) {
      say(
          "The input has no dependencies: all activities start together, and waiting for one another"
              + " counts as %s.",
          slots.isPresent() ? "time on a slot" : "latency");
    }
    return sentences;
  }

  private void say(String format, Object... args) {
    sentences.add(String.format(Locale.ROOT, format, args));
  }

  private void sayLaws() {
    if (!laws.isEmpty()) {
      say("%,d durations from the document's laws.", laws.size());
    }
    if (laws.size() < workflow.activityCount()) {
      sayLatency();
      if (query.serviceSeconds().isPresent()) {
        say("Service time %s s.", query.serviceSeconds().get());
      } else {
        say("Service times as measured in this run itself.");
        sayUnknown();
      }
    }
  }

  private void sayUnknown() {
    long unknown =
        workflow.activities().stream()
            .filter(activity -> !laws.containsKey(activity.id()))
            .filter(activity -> times.serviceSeconds(activity.type()).isEmpty())
            .count();
    if (unknown > 0 && query.latency().isEmpty()) {
      say(
          "%,d of a type that was never measured: %s the times of activities of all types.",
          unknown, unknown == 1 ? "it takes" : "they take");
    }
  }

  private void sayLatency() {
    if (query.latency().isPresent()) {
      say("Latency %s.", LawWords.of(query.latency().get()));
    } else if (times.latency().isEmpty()) {
      say(
          "No latency, because the input has no events to take it from: any time that activities"
              + " wait comes on top.");
    } else {
      say(
          "Latency %s, from %,d activities of this run itself%s%s.",
          LawWords.of(times.latency().get()),
          times.latencySeconds().size(),
          slots.isPresent() ? ", without waiting for slots" : "",
          times
              .latencyFit()
              .map(LawFit::kolmogorovSmirnov)
              .map(d -> String.format(Locale.ROOT, " (distance of the best fit: %.2f)", d))
              .orElse(""));
      sayTypes();
    }
  }

  private void sayTypes() {
    List<String> own =
        workflow.activities().stream()
            .map(Activity::type)
            .distinct()
            .filter(type -> !times.latency(type).equals(times.latency()))
            .map(type -> type + " " + LawWords.of(times.latency(type).orElseThrow()))
            .toList();
    if (!own.isEmpty()) {
      say(
          "Latencies of types differ by more than chance, so these have their own laws: %s%s.",
          String.join("; ", own.subList(0, Math.min(own.size(), MOST_TYPES))),
          own.size() > MOST_TYPES ? "; and " + (own.size() - MOST_TYPES) + " more" : "");
    }
  }

  private void saySlots() {
    boolean isOfRun = query.latency().isEmpty() && times.slots().isPresent();
    if (!isOfRun || times.slots().getAsInt() >= workflow.width()) {
      return;
    }
    int count = times.slots().getAsInt();
    say(
        "While activities waited, %,d %s active most of the time. A lack of slots would explain"
            + " %.0f %% of the waiting, so activities are taken to have waited for %s.",
        count,
        count == 1 ? "other was" : "others were",
        100 * times.waitingForSlots(),
        slots.isPresent()
            ? "slots (--slots any lifts the limit)"
            : "something else, which counts as latency (--slots " + count + " overrides this)");
  }
}
