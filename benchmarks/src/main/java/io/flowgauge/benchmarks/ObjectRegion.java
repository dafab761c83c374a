package io.flowgauge.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** A region of the baseline: an activity, or several members composed in one way. */
final class ObjectRegion {
  /** How members are composed. */
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

  /** Adds a member. If the kind differs, first makes the current content a member of its own. */
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
