package io.flowgauge.traces.nextflow;

import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.table.TableColumns;
import java.util.Optional;
import java.util.regex.Pattern;

/** Kinds of files next to a trace. Immutable and thread-safe. */
enum Companion {
  /** Dependencies between tasks, as a table. */
  EDGES,
  /** The process graph in DOT. */
  DOT,
  /** The process graph in a form made for viewing. */
  DRAWING;

  private static final Pattern DIGRAPH = Pattern.compile("\\A\\s*digraph\\s+\"[^\"]*\"\\s*\\{");
  private static final Pattern NODE = Pattern.compile("(?m)^\\s*[vp]\\d+\\s*(?:\\[|->)");
  private static final Pattern MERMAID =
      Pattern.compile("\\A\\s*flowchart\\s+(?:TB|TD|LR|RL|BT)\\b");
  private static final Pattern HTML = Pattern.compile("(?i)\\A\\s*<(?:!doctype\\s+html|html)");
  private static final Pattern DRAWN = Pattern.compile("(?i)mermaid|cytoscape");

  /** Recognises a file by its content. */
  static Optional<Companion> of(TraceFile file) {
    String head = file.head();
    if (TableColumns.in(file).filter(EdgeTable::hasColumns).isPresent()) {
      return Optional.of(EDGES);
    }
    if (DIGRAPH.matcher(head).find() && NODE.matcher(head).find()) {
      return Optional.of(DOT);
    }
    boolean drawing =
        MERMAID.matcher(head).find() || (HTML.matcher(head).find() && DRAWN.matcher(head).find());
    return drawing ? Optional.of(DRAWING) : Optional.empty();
  }
}
