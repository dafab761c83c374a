package io.flowgauge.learning.reading;

import io.flowgauge.learning.saved.Renaming;
import io.flowgauge.learning.saved.Saved;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Converts facts about runs to and from plain values. Stateless and thread-safe. */
public final class SavedFacts {
  private static final String MAKESPAN = "makespanSeconds";
  private static final String OBSERVED = "observedSeconds";
  private static final String SECONDS = "seconds";

  private SavedFacts() {}

  /** The facts by name. */
  public static Map<String, Object> of(RunFacts facts, Renaming names) {
    Map<String, Object> saved = new LinkedHashMap<>();
    saved.put("workflow", names.workflow(facts.fingerprint()));
    facts.makespan().ifPresent(seconds -> saved.put(MAKESPAN, seconds));
    saved.put("types", List.copyOf(new TreeSet<>(facts.types())));
    saved.put("activities", facts.activities());
    saved.put("workSeconds", facts.work());
    RunHistory terms = facts.terms();
    saved.put("slots", of(terms.slots(), names));
    saved.put("starts", SavedSample.of(terms.delays().starts()));
    saved.put("ends", SavedSample.of(terms.delays().ends()));
    saved.put("attempts", of(terms.failures().byType()));
    saved.put("failedLengths", SavedSample.of(terms.failures().lengthRatios()));
    saved.put(OBSERVED, terms.outages().seconds());
    saved.put(
        "outages", terms.outages().outages().stream().map(outage -> of(outage, names)).toList());
    return saved;
  }

  private static Map<String, Object> of(SlotHistory slots, Renaming names) {
    Map<String, Object> byMachine = new TreeMap<>();
    slots.byMachine().forEach((name, level) -> byMachine.put(names.machine(name), of(level)));
    Map<String, Object> saved = of(slots.overall());
    saved.put("isByMachine", slots.isByMachine());
    saved.put("byMachine", byMachine);
    return saved;
  }

  private static Map<String, Object> of(SlotLevel level) {
    Map<String, Object> saved = new LinkedHashMap<>();
    saved.put("count", level.slots());
    saved.put("binds", level.binds());
    return saved;
  }

  private static Map<String, Object> of(Map<String, AttemptCount> byType) {
    Map<String, Object> saved = new TreeMap<>();
    byType.forEach((type, count) -> saved.put(type, List.of(count.failed(), count.completed())));
    return saved;
  }

  private static Map<String, Object> of(Outage outage, Renaming names) {
    Map<String, Object> saved = new LinkedHashMap<>();
    saved.put("place", names.machine(outage.place()));
    saved.put("attempts", outage.attempts());
    saved.put("share", outage.share());
    outage.seconds().ifPresent(seconds -> saved.put(SECONDS, seconds));
    return saved;
  }

  /** Restores what {@link #of} returned. */
  public static RunFacts from(Saved saved) {
    return new RunFacts(
        saved.at("workflow").text(),
        seconds(saved, MAKESPAN),
        types(saved.at("types")),
        saved.at("activities").whole(0),
        saved.at("workSeconds").number(0),
        new RunHistory(
            slots(saved.at("slots")),
            new Delays(SavedSample.from(saved.at("starts")), SavedSample.from(saved.at("ends"))),
            new FailureHistory(
                attempts(saved.at("attempts")), SavedSample.from(saved.at("failedLengths"))),
            new OutageHistory(
                saved.at(OBSERVED).number(0),
                saved.at("outages").elements().stream().map(SavedFacts::outage).toList())));
  }

  private static OptionalDouble seconds(Saved saved, String name) {
    return saved.find(name).stream().mapToDouble(seconds -> seconds.number(0)).findFirst();
  }

  private static Set<String> types(Saved saved) {
    Set<String> types = new HashSet<>();
    saved.elements().forEach(type -> types.add(type.text()));
    return types;
  }

  private static SlotHistory slots(Saved saved) {
    Map<String, SlotLevel> byMachine = new TreeMap<>();
    saved
        .at("byMachine")
        .members()
        .forEach((machine, level) -> byMachine.put(machine, level(level)));
    return new SlotHistory(level(saved), byMachine, saved.at("isByMachine").flag());
  }

  private static SlotLevel level(Saved saved) {
    return new SlotLevel(saved.at("count").whole(0), saved.at("binds").flag());
  }

  private static Map<String, AttemptCount> attempts(Saved saved) {
    Map<String, AttemptCount> byType = new TreeMap<>();
    saved
        .members()
        .forEach(
            (type, counts) -> {
              List<Saved> both = counts.elements(2, "[failed, completed]");
              byType.put(type, new AttemptCount(both.get(0).whole(0), both.get(1).whole(0)));
            });
    return byType;
  }

  private static Outage outage(Saved saved) {
    return new Outage(
        saved.at("place").text(),
        saved.at("attempts").whole(0),
        share(saved.at("share")),
        seconds(saved, SECONDS));
  }

  private static double share(Saved saved) {
    if (saved.positive() > 1) {
      throw saved.error("a number of 1 or less");
    }
    return saved.number();
  }
}
