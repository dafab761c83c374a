package io.flowgauge.traces.nextflow;

import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.table.DelimitedFile;
import io.flowgauge.traces.table.TableColumns;
import io.flowgauge.traces.table.TableRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Distinguishes the trace of a resumed run from those of the runs it resumed: its CACHED tasks have
 * hashes that the others have as their own. Stateless.
 */
final class Resumption {

  /** Hashes of the tasks in a trace. */
  private record Hashes(TraceFile file, Set<String> cached, Set<String> own) {

    /** Whether it took results from another run. */
    boolean resumed(Hashes other) {
      return !Collections.disjoint(cached, other.own)
          || (!other.cached.isEmpty() && !Collections.disjoint(cached, other.cached));
    }
  }

  private Resumption() {}

  /**
   * Returns the one trace that took results from all the others, judged by the heads of the files.
   */
  static Optional<TraceFile> latest(List<TraceFile> traces) {
    List<Hashes> all = new ArrayList<>();
    traces.forEach(trace -> all.add(hashes(trace)));
    List<Hashes> last =
        all.stream()
            .filter(one -> all.stream().allMatch(o -> o.equals(one) || one.resumed(o)))
            .toList();
    return last.size() == 1 ? Optional.of(last.get(0).file()) : Optional.empty();
  }

  /**
   * Picks, of several event files, the one that mentions a task of the trace's run; if there is no
   * such task, the one whose run began last.
   */
  static Optional<TraceFile> eventsOf(TraceFile trace, List<TraceFile> events) throws IOException {
    Set<String> own = hashes(trace).own();
    if (events.size() > 1) {
      for (TraceFile file : events) {
        if (isAbout(own, file)) {
          return Optional.of(file);
        }
      }
    }
    return ObservedRun.latest(events);
  }

  private static boolean isAbout(Set<String> own, TraceFile file) throws IOException {
    try (ObserverEvents events = ObserverEvents.open(file)) {
      for (Optional<ObserverEvents.Event> event = events.next();
          event.isPresent();
          event = events.next()) {
        if (event.get().hook().equals("onProcessComplete")
            && own.contains(event.get().record().getOrDefault(TraceColumns.HASH, ""))) {
          return true;
        }
      }
      return false;
    } catch (TraceFormatException e) {
      return false; // If it is chosen, it is read again, which reports the error.
    }
  }

  private static Hashes hashes(TraceFile trace) {
    Hashes hashes = new Hashes(trace, new HashSet<>(), new HashSet<>());
    Optional<TableColumns> columns = TableColumns.in(trace);
    if (columns.isPresent()) {
      trace.head().lines().skip(1).forEach(line -> take(line, columns.get(), trace, hashes));
    }
    return hashes;
  }

  private static void take(String line, TableColumns columns, TraceFile trace, Hashes into) {
    Optional<TableRow> row = row(line, columns, trace);
    Optional<String> hash = row.flatMap(cells -> cells.get(TraceColumns.HASH));
    if (hash.isPresent()) {
      boolean cached = row.get().get(TraceColumns.STATUS).equals(Optional.of("CACHED"));
      (cached ? into.cached() : into.own()).add(hash.get());
    }
  }

  private static Optional<TableRow> row(String line, TableColumns columns, TraceFile trace) {
    try (DelimitedFile cells = DelimitedFile.of(trace, line, columns)) {
      return cells.next(columns);
    } catch (IOException e) {
      return Optional.empty(); // The head of a file may end within a row.
    }
  }
}
