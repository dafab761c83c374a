package io.flowgauge.traces.dot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DotGraphTest {

  private static DotGraph graph(String text) throws IOException {
    return DotGraph.read(new TraceFile(Path.of("dag.dot"), text), new StringReader(text));
  }

  @Test
  void read_nodesAndEdges_areKept() throws IOException {
    DotGraph graph =
        graph(
            "digraph \"dag\" {\nv0 [shape=point,label=\"\"];\nv1 [label=\"A \\\"b\\\"\"]\nv0 -> v1;}");
    assertThat(graph.size()).isEqualTo(2);
    assertThat(graph.attribute(0, DotGraph.SHAPE)).isEqualTo("point");
    assertThat(graph.attribute(1, DotGraph.LABEL)).isEqualTo("A \"b\"");
    assertThat(graph.successors(0)).containsExactly(1);
    assertThat(graph.successors(1)).isEmpty();
  }

  @Test
  void read_chain_isAnEdgePerArrow() throws IOException {
    DotGraph graph = graph("strict digraph{a->b->c[color=red]a->b}");
    assertThat(graph.size()).isEqualTo(3);
    assertThat(graph.successors(0)).containsExactly(1);
    assertThat(graph.successors(1)).containsExactly(2);
  }

  @Test
  void read_commentsDefaultsAndSubgraphs_areNoNodes() throws IOException {
    DotGraph graph =
        graph(
            "\uFEFFdigraph snakemake_dag {\n// c\n/* a -> b */\n# d\ngraph[bgcolor=white, margin=0];"
                + "node[shape=box];rankdir=TB\nsubgraph cluster_0 { 0[label = <b<i>x</i>>]; }"
                + " 1 -> 0 }");
    assertThat(graph.size()).isEqualTo(2);
    assertThat(graph.attribute(0, DotGraph.LABEL)).isEqualTo("b<i>x</i>");
    assertThat(graph.successors(1)).containsExactly(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "graph { a -- b }",
        "digraph",
        "digraph {",
        "digraph { a -> }",
        "digraph { a -> b",
        "digraph { \"a",
        "digraph { a [label=",
        "digraph { a [label=<x",
        "digraph { /* ",
        "digraph x y {}"
      })
  void read_damaged_saysLineAndWhatWasExpected(String text) {
    assertThatThrownBy(() -> graph(text))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("dag.dot: line 1: found")
        .hasMessageContaining("expected");
  }

  @Test
  void read_deepNesting_doesNotOverflow() throws IOException {
    int depth = 1_000_000;
    assertThat(graph("digraph {" + "{".repeat(depth) + "a" + "}".repeat(depth) + "}").size())
        .isEqualTo(1);
  }

  @Test
  void read_hugeLabel_isRefused() {
    assertThatThrownBy(() -> graph("digraph { a [label=\"" + "x".repeat(100_000) + "\"] }"))
        .isInstanceOf(TraceFormatException.class);
  }
}
