package io.flowgauge.traces.snakemake;

import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import java.io.IOException;
import java.util.regex.Pattern;

/**
 * The graph of jobs drawn by {@code snakemake --dag}. Its nodes do not have the numbers of jobs, so
 * only the counts of jobs and dependencies can be compared with the files of the jobs.
 */
final class DagDrawing {
  private static final String HEADER = "digraph snakemake_dag {";
  private static final Pattern NODE = Pattern.compile("\\s*\\d+\\[label = .*");
  private static final Pattern EDGE = Pattern.compile("\\s*\\d+ -> \\d+;?\\s*");

  private DagDrawing() {}

  static boolean matches(TraceFile file) {
    return file.head().startsWith(HEADER);
  }

  static void check(TraceFile file, long jobs, long dependencies, SnakeRun run) throws IOException {
    long nodes = 0;
    long edges = 0;
    try (TraceLines lines = TraceLines.of(file)) {
      while (lines.next()) {
        String text = lines.text();
        nodes += NODE.matcher(text).matches() ? 1 : 0;
        edges += EDGE.matcher(text).matches() ? 1 : 0;
      }
    }
    String drawn = nodes + " jobs and " + edges + " dependencies are drawn";
    if (nodes == jobs && edges == dependencies) {
      run.remarks().info(drawn + ", as many as the files of the jobs give", file.fileName());
    } else {
      run.remarks()
          .warn(
              drawn + ", the files of the jobs give " + jobs + " and " + dependencies,
              file.fileName());
    }
  }
}
