package io.flowgauge.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** A region of the baseline: an activity, or what members of one kind were merged into. */
final class ObjectRegion {
  /** How members stand to each other. */
  enum Kind {
    ACTIVITY,
    SEQUENCE,
    PARALLEL
  }

  private Kind kind;
  private final ObjectActivity activity;
  private List<ObjectRegion> members = new ArrayList<>(0);

  ObjectRegion(ObjectActivity activity) {
    this.kind = Kind.ACTIVITY;
    this.activity = activity;
  }

  private ObjectRegion(ObjectRegion other) {
    this.kind = other.kind;
    this.activity = other.activity;
    this.members = other.members;
  }

  /** Becomes a region of what it was and another region. */
  void merge(ObjectRegion other, Kind as) {
    if (kind != as) {
      ObjectRegion own = new ObjectRegion(this);
      members = new ArrayList<>();
      members.add(own);
      kind = as;
    }
    members.add(other);
  }
}
