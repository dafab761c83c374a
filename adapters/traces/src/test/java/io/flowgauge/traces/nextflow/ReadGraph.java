package io.flowgauge.traces.nextflow;

import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.dot.DotGraph;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A DOT graph as this library's own reader sees it, sorted: nodes as shape and unescaped label,
 * edges as the labels of their nodes.
 */
public record ReadGraph(List<String> nodes, List<String> edges) {

  /** Reads a DOT text. */
  public static ReadGraph of(String dot) throws IOException {
    DotGraph graph = DotGraph.read(new TraceFile(Path.of("graph.dot"), ""), new StringReader(dot));
    List<String> labels = new ArrayList<>();
    List<String> nodes = new ArrayList<>();
    for (int node = 0; node < graph.size(); node++) {
      labels.add(unescaped(graph.attribute(node, DotGraph.LABEL)));
      nodes.add(graph.attribute(node, DotGraph.SHAPE) + " " + labels.get(node));
    }
    List<String> edges = new ArrayList<>();
    for (int node = 0; node < graph.size(); node++) {
      for (int next : graph.successors(node)) {
        edges.add(labels.get(node) + " -> " + labels.get(next));
      }
    }
    nodes.sort(null);
    edges.sort(null);
    return new ReadGraph(nodes, edges);
  }

  private static String unescaped(String label) {
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < label.length(); k++) {
      char c = label.charAt(k);
      if (c == '\\' && k + 1 < label.length()) {
        char escaped = label.charAt(++k);
        text.append(escaped == 'n' ? '\n' : escaped);
      } else {
        text.append(c);
      }
    }
    return text.toString().replace("&amp;", "&");
  }
}
