package io.flowgauge.store.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.Workflow;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Identifies workflow graphs. Stateless. */
public final class GraphSignature {
  private GraphSignature() {}

  /** A hash of the activities, dependencies and declared regions, in hexadecimal digits. */
  public static String of(Workflow workflow) {
    MessageDigest digest = RunDocument.sha256();
    for (Activity activity : workflow.activities()) {
      add(digest, activity.id(), activity.type(), activity.kind().name());
    }
    for (Dependency dependency : workflow.dependencies()) {
      add(digest, "->", dependency.from(), dependency.to());
    }
    for (RegionTree.Placed placed : RegionTree.of(workflow)) {
      Region region = placed.region();
      add(
          digest,
          placed.parent() + " " + region.kind().label(),
          region.name(),
          "" + region.activityCount());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void add(MessageDigest digest, String... parts) {
    for (String part : parts) {
      byte[] bytes = part.getBytes(UTF_8);
      digest.update((byte) (bytes.length >> 16));
      digest.update((byte) (bytes.length >> 8));
      digest.update((byte) bytes.length);
      digest.update(bytes);
    }
  }
}
