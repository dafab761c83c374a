package io.flowgauge.traces.slurm;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.TraceFile;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Nodes of the cluster with their sites. Slurm has no sites: the only feature of a node serves as
 * its site, or else the only partition it is in. Not thread-safe.
 */
final class ClusterNodes {

  /** The processors of a node, 0 if unknown, and its site, empty if unknown. */
  record Node(int cpus, String site) {}

  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private final Map<String, TreeSet<String>> partitions = new TreeMap<>();

  void readNodes(TraceFile file, Remarks remarks) throws IOException {
    try (DumpFile dump = DumpFile.open(file, "NodeName", remarks)) {
      for (Optional<Map<String, String>> node = dump.next(); node.isPresent(); node = dump.next()) {
        addNode(node.get());
      }
    }
  }

  private void addNode(Map<String, String> values) {
    String cpus = values.getOrDefault("CPUTot", "");
    String features = SlurmText.present(values.getOrDefault("ActiveFeatures", "")).orElse("");
    nodes.put(
        values.get("NodeName"),
        new Node(
            cpus.matches("\\d{1,6}") ? Integer.parseInt(cpus) : 0,
            features.contains(",") ? "" : features));
    for (String partition : values.getOrDefault("Partitions", "").split(",", -1)) {
      in(values.get("NodeName"), partition);
    }
  }

  void readPartitions(TraceFile file, Remarks remarks) throws IOException {
    try (DumpFile dump = DumpFile.open(file, "PartitionName", remarks)) {
      for (Optional<Map<String, String>> partition = dump.next();
          partition.isPresent();
          partition = dump.next()) {
        String name = partition.get().get("PartitionName");
        HostList.expand(partition.get().getOrDefault("Nodes", "")).forEach(node -> in(node, name));
      }
    }
  }

  private void in(String node, String partition) {
    if (!partition.isBlank()) {
      partitions.computeIfAbsent(node, any -> new TreeSet<>()).add(partition);
    }
  }

  /**
   * Returns processors and site of a node, or of several that a job had at once; empty if unknown.
   */
  Optional<Node> node(String list) {
    int cpus = 0;
    TreeSet<String> sites = new TreeSet<>();
    for (String name : HostList.expand(list)) {
      Node node = nodes.get(name);
      if (node == null || node.cpus() == 0) {
        return Optional.empty();
      }
      cpus += node.cpus();
      sites.add(site(name, node));
    }
    return Optional.of(new Node(cpus, sites.size() == 1 ? sites.first() : ""));
  }

  private String site(String name, Node node) {
    TreeSet<String> in = partitions.getOrDefault(name, new TreeSet<>());
    return node.site().isEmpty() && in.size() == 1 ? in.first() : node.site();
  }
}
