package io.flowgauge.learning.forecast;

import io.flowgauge.history.ForecastBasis;
import io.flowgauge.history.TypeBasis;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The data that a forecast is based on. */
record Basis(int runs, int runsOfWorkflow, List<TypeBasis> types, Set<String> unseenMachines)
    implements ForecastBasis {
  /** Largest number of names that are listed; if there are more, they are only counted. */
  private static final int NAMED = 3;

  Basis {
    types = List.copyOf(types);
    unseenMachines = new TreeSet<>(unseenMachines);
  }

  @Override
  public Set<String> unseenMachines() {
    return new TreeSet<>(unseenMachines);
  }

  @Override
  public String unknown() {
    List<TypeBasis> unseen = types.stream().filter(type -> type.observations() == 0).toList();
    int activities = unseen.stream().mapToInt(TypeBasis::activities).sum();
    if (unseen.isEmpty()) {
      return "";
    }
    String names =
        unseen.size() > NAMED
            ? ""
            : " (" + String.join(", ", unseen.stream().map(TypeBasis::type).toList()) + ")";
    return String.format(
        Locale.ROOT,
        "%s of %s never seen%s: no forecast until each type has run once",
        counted(activities, "activity", "activities"),
        counted(unseen.size(), "type", "types"),
        names);
  }

  private static String counted(int count, String one, String many) {
    return count == 1 ? "1 " + one : String.format(Locale.ROOT, "%,d %s", count, many);
  }

  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    String ofWorkflow =
        runsOfWorkflow == runs ? "all" : String.format(Locale.ROOT, "%,d", runsOfWorkflow);
    String none =
        types.stream().anyMatch(type -> type.observations() > 0)
            ? "what this run has shown so far, as there is no earlier run"
            : "no earlier run";
    parts.add(
        runs == 0
            ? none
            : counted(runs, "run", "runs")
                + (runs == 1 && runsOfWorkflow == 1 ? "" : ", " + ofWorkflow)
                + " of this workflow");
    long thin = types.stream().filter(type -> type.runs() == 1).count();
    if (thin > 0 && runs > 1) {
      parts.add(
          String.format(
              Locale.ROOT,
              "%,d of %s seen in only one run",
              thin,
              counted(types.size(), "type", "types")));
    }
    if (!unseenMachines.isEmpty()) {
      parts.add(
          (unseenMachines.size() == 1 ? "machine " : "machines ")
              + String.join(", ", unseenMachines)
              + " never seen");
    }
    if (!unknown().isEmpty()) {
      parts.add(unknown());
    }
    return String.join("; ", parts) + ".";
  }
}
