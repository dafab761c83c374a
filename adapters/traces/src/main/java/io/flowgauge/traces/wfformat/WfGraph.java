package io.flowgauge.traces.wfformat;

import io.flowgauge.model.graph.UnionFind;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Diagnostic.Severity;
import io.flowgauge.traces.files.Tally;
import io.flowgauge.traces.wfformat.WfInstance.Layout;
import io.flowgauge.traces.wfformat.WfInstance.Task;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Dependencies of the tasks: the union of parents and children. Not thread-safe. */
final class WfGraph {
  private static final int AMBIGUOUS = -1;

  private final Layout layout;
  private final List<Task> tasks;
  private final List<String> ids;
  private final Map<String, Integer> byName = new HashMap<>();
  private final Map<String, Integer> byId = new HashMap<>();
  private final EdgeSet fromParents = new EdgeSet();
  private final EdgeSet fromChildren = new EdgeSet();
  private final Tally otherKey = new Tally();
  private final Tally ambiguous = new Tally();
  private final Tally dangling = new Tally();
  private final Tally selfLoops = new Tally();

  WfGraph(Layout layout, List<Task> tasks, List<String> ids) {
    this.layout = layout;
    this.tasks = tasks;
    this.ids = ids;
    for (int k = 0; k < tasks.size(); k++) {
      index(byName, tasks.get(k).name, k);
      index(byId, tasks.get(k).id, k);
    }
  }

  private static void index(Map<String, Integer> index, String key, int task) {
    if (!key.isEmpty() && index.putIfAbsent(key, task) != null) {
      index.put(key, AMBIGUOUS);
    }
  }

  /** Declares the dependencies, and reports oddities. */
  void assemble(RunRecorder into, List<Diagnostic> remarks) {
    for (int k = 0; k < tasks.size(); k++) {
      for (String parent : tasks.get(k).parents) {
        add(fromParents, resolve(parent, k, "parent"), k);
      }
      for (String child : tasks.get(k).children) {
        add(fromChildren, k, resolve(child, k, "child"));
      }
    }
    EdgeSet edges = new EdgeSet();
    edges.addAll(fromParents);
    edges.addAll(fromChildren);
    for (int k = 0; k < edges.size(); k++) {
      into.dependency(ids.get(edges.from(k)), ids.get(edges.to(k)));
    }
    remarkReferences(remarks);
    remarkDisagreement(edges, remarks);
    remarkShape(edges, remarks);
  }

  private int resolve(String reference, int task, String role) {
    Integer found = (layout.byId ? byId : byName).get(reference);
    if (found == null) {
      found = (layout.byId ? byName : byId).get(reference);
      if (found != null) {
        otherKey.add(role + " " + reference + " of " + ids.get(task));
      }
    }
    if (found == null) {
      dangling.add(role + " " + reference + " of " + ids.get(task));
      return AMBIGUOUS;
    }
    if (found == AMBIGUOUS) {
      ambiguous.add(role + " " + reference + " of " + ids.get(task));
    }
    return found;
  }

  private void add(EdgeSet edges, int from, int to) {
    if (from == AMBIGUOUS || to == AMBIGUOUS) {
      return;
    }
    if (from == to) {
      selfLoops.add(ids.get(from));
    } else {
      edges.add(from, to);
    }
  }

  private void remarkReferences(List<Diagnostic> to) {
    String where = layout.path;
    String used = layout.byId ? "id" : "name";
    String other = layout.byId ? "name" : "id";
    otherKey.remark(
        Severity.WARNING,
        where,
        "%d parents or children are given by " + other + ", where this layout uses the " + used,
        to);
    ambiguous.remark(
        Severity.ERROR,
        where,
        "%d parents or children fit several tasks; these dependencies are missing",
        to);
    dangling.remark(
        Severity.ERROR,
        where,
        "%d parents or children are not tasks of the file; these dependencies are missing",
        to);
    selfLoops.remark(
        Severity.ERROR,
        where,
        "%d tasks depend on themselves; these dependencies are left out",
        to);
  }

  private void remarkDisagreement(EdgeSet edges, List<Diagnostic> to) {
    boolean both =
        tasks.stream().anyMatch(task -> task.hasParents)
            && tasks.stream().anyMatch(task -> task.hasChildren);
    if (!both) {
      return;
    }
    Tally onlyOne = new Tally();
    for (int k = 0; k < edges.size(); k++) {
      if (!fromParents.contains(edges, k) || !fromChildren.contains(edges, k)) {
        onlyOne.add(ids.get(edges.from(k)) + " -> " + ids.get(edges.to(k)));
      }
    }
    onlyOne.remark(
        Severity.WARNING,
        layout.path,
        "%d dependencies are listed only in the parents of one task or in the children of the other;"
            + " all are used",
        to);
  }

  private void remarkShape(EdgeSet edges, List<Diagnostic> to) {
    boolean[] connected = new boolean[ids.size()];
    UnionFind components = new UnionFind(ids.size());
    for (int k = 0; k < edges.size(); k++) {
      connected[edges.from(k)] = true;
      connected[edges.to(k)] = true;
      components.union(edges.from(k), edges.to(k));
    }
    Tally isolated = new Tally();
    for (int k = 0; k < connected.length; k++) {
      if (!connected[k] && connected.length > 1) {
        isolated.add(ids.get(k));
      }
    }
    isolated.remark(Severity.INFO, layout.path, "%d tasks have neither parent nor child", to);
    if (components.count() > 1) {
      to.add(
          Diagnostic.info(
              layout.path,
              "the workflow consists of "
                  + components.count()
                  + " parts without dependencies between them"));
    }
  }
}
