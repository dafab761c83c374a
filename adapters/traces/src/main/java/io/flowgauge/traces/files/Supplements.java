package io.flowgauge.traces.files;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Diagnostic.Severity;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** Joins files of other formats that hold the same run, adding what the run lacks. */
final class Supplements {
  private final List<Offer> offers;
  private final Recorders recorders;

  /**
   * Creates the supplements of a run.
   *
   * @param offers files that hold the run again, each read by a {@linkplain
   *     RunReader#isSupplementary supplementary} reader
   */
  Supplements(List<Offer> offers, Recorders recorders) {
    this.offers = offers;
    this.recorders = recorders;
  }

  void join(RunRecorder into) throws IOException {
    for (List<Offer> some :
        offers.stream().collect(groupingBy(Offer::reader, LinkedHashMap::new, toList())).values()) {
      Optional<TraceFile> main = Offer.main(some.get(0).reader(), some);
      if (some.size() > 1 && main.isPresent()) {
        List<TraceFile> files = some.stream().map(Offer::file).toList();
        List<TraceFile> others = files.stream().filter(f -> !f.equals(main.get())).toList();
        join(some.get(0).reader(), main.get(), others, into);
      } else {
        for (Offer one : some) {
          join(one.reader(), one.file(), List.of(), into);
        }
      }
    }
  }

  /** Joins one file; if it is damaged, the run is kept without it. */
  private void join(RunReader reader, TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    try {
      RunRecorder other = recorders.empty().apply(file.fileName());
      reader.read(file, companions, other);
      WorkflowRun read = recorders.last().apply(other);
      read.diagnostics().stream()
          .filter(diagnostic -> diagnostic.severity() == Severity.ERROR)
          .forEach(into::diagnostic);
      new SupplementJoin(file.fileName(), read).join(into.snapshot(), into);
    } catch (IOException e) {
      into.diagnostic(Diagnostic.error(file.fileName(), "not used: " + e.getMessage()));
    } catch (RuntimeException | StackOverflowError e) {
      into.diagnostic(
          Diagnostic.error(
              file.fileName(), "not used: something its reader cannot handle (" + e + ")"));
    }
  }
}
