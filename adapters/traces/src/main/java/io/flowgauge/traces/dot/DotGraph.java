package io.flowgauge.traces.dot;

import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.FileContent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A directed graph in the part of DOT that workflow engines write: nodes and edges with attributes;
 * subgraphs are replaced by their content. Edges from or to a whole subgraph, ports and undirected
 * edges are not read. Immutable and thread-safe.
 */
public final class DotGraph {
  /** Maximum number of nodes or edges of a graph. */
  static final int MAX_SIZE = 100_000;

  /** Attribute: the text in a node. */
  public static final String LABEL = "label";

  /** Attribute: the text next to a node. */
  public static final String OUTER_LABEL = "xlabel";

  /** Attribute: the shape of a node. */
  public static final String SHAPE = "shape";

  private static final Set<String> KEPT = Set.of(LABEL, OUTER_LABEL, SHAPE);

  private final List<String> names = new ArrayList<>();
  private final List<Map<String, String>> attributes = new ArrayList<>();
  private final List<Set<Integer>> successors = new ArrayList<>();
  private int edges;

  private DotGraph() {}

  /** Reads the graph of a file. */
  public static DotGraph read(TraceFile file) throws IOException {
    try (Reader in =
        new BufferedReader(
            new InputStreamReader(FileContent.open(file.path()), StandardCharsets.UTF_8))) {
      return read(file, in);
    }
  }

  /**
   * Reads a graph from a text.
   *
   * @param file the file that errors name
   */
  public static DotGraph read(TraceFile file, Reader in) throws IOException {
    DotGraph graph = new DotGraph();
    graph.new Parser(new DotLexer(file, in)).graph();
    return graph;
  }

  /** Returns the number of nodes. */
  public int size() {
    return names.size();
  }

  /** Returns the name of a node, given its position in the file. */
  public String name(int node) {
    return names.get(node);
  }

  /** Returns the label, outer label or shape of a node; empty if it has none. */
  public String attribute(int node, String name) {
    return attributes.get(node).getOrDefault(name, "");
  }

  /** Returns the nodes to which a node's edges lead. */
  public Set<Integer> successors(int node) {
    return successors.get(node);
  }

  /**
   * Parses statements one by one; it counts braces instead of recursing, so that nesting may be of
   * any depth.
   */
  private final class Parser {
    private final DotLexer lexer;
    private final Map<String, Integer> nodes = new HashMap<>();
    private DotLexer.Token token;

    Parser(DotLexer lexer) throws IOException {
      this.lexer = lexer;
      this.token = lexer.next();
    }

    void graph() throws IOException {
      skipIf(token.isWord("strict"));
      if (!token.isWord("digraph")) {
        throw lexer.error(token, "digraph");
      }
      advance();
      skipIf(isName());
      if (!token.is('{')) {
        throw lexer.error(token, "'{'");
      }
      for (int depth = 1; depth > 0; ) {
        advance();
        depth += statements();
      }
    }

    /** Parses statements up to a brace; returns 1 if it opens, -1 if it closes. */
    private int statements() throws IOException {
      while (!token.is('{') && !token.is('}')) {
        statement();
      }
      return token.is('{') ? 1 : -1;
    }

    private void statement() throws IOException {
      if (token.is(';') || token.is(',')) {
        advance();
      } else if (token.isWord("subgraph")) {
        advance();
        skipIf(isName());
      } else if (token.isWord("graph") || token.isWord("node") || token.isWord("edge")) {
        advance();
        attributes();
      } else {
        nodeOrEdge();
      }
    }

    private void nodeOrEdge() throws IOException {
      String first = name();
      if (token.is('=')) {
        advance();
        name();
        return;
      }
      int node = node(first);
      boolean edge = false;
      while (token.is(DotLexer.Kind.ARROW)) {
        advance();
        int next = node(name());
        edge(node, next);
        node = next;
        edge = true;
      }
      Map<String, String> found = attributes();
      if (!edge) {
        attributes.get(node).putAll(found);
      }
    }

    private Map<String, String> attributes() throws IOException {
      Map<String, String> found = new HashMap<>();
      while (token.is('[')) {
        advance();
        while (!token.is(']')) {
          attribute(found);
        }
        advance();
      }
      return found;
    }

    private void attribute(Map<String, String> found) throws IOException {
      if (token.is(',') || token.is(';')) {
        advance();
        return;
      }
      String name = name();
      if (token.is('=')) {
        advance();
        String value = name();
        if (KEPT.contains(name)) {
          found.put(name, value);
        }
      }
    }

    private String name() throws IOException {
      if (!isName()) {
        throw lexer.error(token, "a name");
      }
      String name = token.text();
      advance();
      return name;
    }

    private boolean isName() {
      return token.is(DotLexer.Kind.WORD) || token.is(DotLexer.Kind.QUOTED);
    }

    private void skipIf(boolean condition) throws IOException {
      if (condition) {
        advance();
      }
    }

    private void advance() throws IOException {
      token = lexer.next();
    }

    private int node(String name) throws TraceFormatException {
      Integer known = nodes.get(name);
      if (known != null) {
        return known;
      }
      checkSize(nodes.size(), "nodes");
      nodes.put(name, nodes.size());
      names.add(name);
      attributes.add(new HashMap<>(4));
      successors.add(new HashSet<>(4));
      return nodes.size() - 1;
    }

    private void edge(int from, int to) throws TraceFormatException {
      if (successors.get(from).add(to)) {
        checkSize(edges++, "edges");
      }
    }

    private void checkSize(int size, String what) throws TraceFormatException {
      if (size == MAX_SIZE) {
        throw lexer.error(token, "at most " + MAX_SIZE + " " + what);
      }
    }
  }
}
