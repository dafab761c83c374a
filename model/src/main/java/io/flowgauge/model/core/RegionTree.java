package io.flowgauge.model.core;

import io.flowgauge.model.graph.CycleException;
import io.flowgauge.model.graph.Dag;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * A region tree in columns, regions numbered in preorder: region 0 is the root, the members of a
 * region follow it, and {@link #end} of a region is the first number behind all that it holds.
 * Activities therefore stand in execution order. Immutable and thread-safe.
 */
public final class RegionTree {
  private static final RegionKind[] KINDS = RegionKind.values();

  private final byte[] kinds;
  private final int[] ends;
  private final int[] parents;
  private final int[] activities;
  private final Map<Integer, String> names;
  private final Map<Integer, Dag> quotients;

  /** Number of activities before each region, so that a deep nest is not counted level by level. */
  private final int[] activitiesBefore;

  private final int activityCount;
  private final long undecidedEdges;

  private RegionTree(Builder from, long undecidedEdges) {
    this.kinds = Arrays.copyOf(from.kinds, from.size);
    this.ends = Arrays.copyOf(from.ends, from.size);
    this.parents = Arrays.copyOf(from.parents, from.size);
    this.activities = Arrays.copyOf(from.activities, from.size);
    this.names = Map.copyOf(from.names);
    this.quotients = Map.copyOf(from.quotients);
    this.activityCount = from.leaves;
    this.activitiesBefore = new int[from.size + 1];
    for (int region = 0; region < from.size; region++) {
      activitiesBefore[region + 1] = activitiesBefore[region] + (activities[region] < 0 ? 0 : 1);
    }
    this.undecidedEdges = undecidedEdges;
  }

  /**
   * Number of regions, activities included.
   *
   * @return 1 or more
   */
  public int size() {
    return kinds.length;
  }

  /**
   * Number of activities in the tree.
   *
   * @return 1 or more
   */
  public int activityCount() {
    return activityCount;
  }

  /**
   * Number of activities a region holds.
   *
   * @param region number of the region
   * @return 1 for an activity
   */
  public int activityCount(int region) {
    return activitiesBefore[ends[region]] - activitiesBefore[region];
  }

  /**
   * Kind of a region.
   *
   * @param region number of the region
   * @return its kind
   */
  public RegionKind kind(int region) {
    return KINDS[kinds[region]];
  }

  /**
   * The first number behind a region and all that it holds; also its next sibling, if there is one.
   *
   * @param region number of the region
   * @return a number greater than the region's
   */
  public int end(int region) {
    return ends[region];
  }

  /**
   * The region that holds a region.
   *
   * @param region number of the region
   * @return its parent, or -1 for the root
   */
  public int parent(int region) {
    return parents[region];
  }

  /**
   * The activity of a leaf.
   *
   * @param region number of the region
   * @return index of the activity, or -1 for a composed region
   */
  public int activity(int region) {
    return activities[region];
  }

  /**
   * The given name of a region.
   *
   * @param region number of the region
   * @return its name, or an empty text if it was given none
   */
  public String name(int region) {
    return names.getOrDefault(region, "");
  }

  /**
   * Number of members of a region.
   *
   * @param region number of the region
   * @return 0 for an activity
   */
  public int memberCount(int region) {
    int count = 0;
    for (int member = region + 1; member < ends[region]; member = ends[member]) {
      count++;
    }
    return count;
  }

  /**
   * Dependencies among the members of an irregular region.
   *
   * @param region number of an irregular region
   * @return a graph whose nodes are the members in their order
   */
  public Dag quotient(int region) {
    return quotients.get(region);
  }

  /**
   * Dependencies for which it was left open whether others imply them: where there are any, an
   * irregular region may be coarser than need be.
   *
   * @return 0 or more
   */
  public long undecidedEdges() {
    return undecidedEdges;
  }

  /** Appends regions in preorder. Not thread-safe. */
  static final class Builder {
    private byte[] kinds = new byte[16];
    private int[] ends = new int[16];
    private int[] parents = new int[16];
    private int[] activities = new int[16];
    private final Map<Integer, String> names = new HashMap<>();
    private final Map<Integer, Dag> quotients = new HashMap<>();
    private int size;
    private int leaves;
    private int open = -1;

    /** Opens a composed region inside the one that is open. */
    void open(RegionKind kind, String name) {
      add(kind, -1);
      if (!name.isEmpty()) {
        names.put(size - 1, name);
      }
      open = size - 1;
    }

    /** Opens an irregular region inside the one that is open. */
    void openIrregular(Dag quotient) {
      open(RegionKind.IRREGULAR, "");
      quotients.put(open, quotient);
    }

    /** Adds an activity to the open region. */
    void activity(int activity) {
      add(RegionKind.ACTIVITY, activity);
      ends[size - 1] = size;
      leaves++;
    }

    /** Closes the open region. */
    void close() {
      ends[open] = size;
      open = parents[open];
    }

    /** Closes all open regions. */
    void closeAll() {
      while (open >= 0) {
        close();
      }
    }

    RegionTree build(long undecidedEdges) {
      return new RegionTree(this, undecidedEdges);
    }

    private void add(RegionKind kind, int activity) {
      if (size == kinds.length) {
        kinds = Arrays.copyOf(kinds, size + (size >> 1));
      }
      ends = Columns.room(ends, size);
      parents = Columns.room(parents, size);
      activities = Columns.room(activities, size);
      kinds[size] = code(kind);
      parents[size] = open;
      activities[size] = activity;
      size++;
    }
  }

  @SuppressWarnings("EnumOrdinal") // Kept in memory only.
  private static byte code(RegionKind kind) {
    return (byte) kind.ordinal();
  }

  /** Visits the children of composed regions without recursion: declared trees may be deep. */
  private record Frame(Region region, Iterator<Region> members) {}

  /**
   * A declared region tree in columns.
   *
   * @throws IllegalArgumentException if it does not hold every activity of the workflow exactly
   *     once
   */
  static RegionTree of(Region root, ColumnarWorkflow workflow) {
    Builder builder = new Builder();
    boolean[] seen = new boolean[workflow.activityCount()];
    List<Frame> stack = new ArrayList<>();
    enter(root, builder, stack, workflow, seen);
    while (!stack.isEmpty()) {
      Frame top = stack.get(stack.size() - 1);
      if (top.members().hasNext()) {
        enter(top.members().next(), builder, stack, workflow, seen);
      } else {
        builder.close();
        stack.remove(stack.size() - 1);
      }
    }
    requireAll(seen, workflow);
    return builder.build(0);
  }

  private static void enter(
      Region region,
      Builder builder,
      List<Frame> stack,
      ColumnarWorkflow workflow,
      boolean[] seen) {
    if (region.activity().isPresent()) {
      builder.activity(claim(region.activity().get(), workflow, seen));
    } else {
      if (region.kind() == RegionKind.IRREGULAR) {
        builder.openIrregular(quotient(region));
      } else {
        builder.open(region.kind(), declaredName(region));
      }
      stack.add(new Frame(region, region.members().iterator()));
    }
  }

  private static Dag quotient(Region region) {
    int[] from = region.links().stream().mapToInt(Region.Link::from).toArray();
    int[] to = region.links().stream().mapToInt(Region.Link::to).toArray();
    try {
      return Dag.of(region.members().size(), from, to);
    } catch (CycleException e) {
      throw new IllegalArgumentException("the links of an irregular region have a cycle", e);
    }
  }

  /** Only sub-workflows are named by their users; other names are made up again where needed. */
  private static String declaredName(Region region) {
    return region.kind() == RegionKind.SUB_WORKFLOW ? region.name() : "";
  }

  private static int claim(String id, ColumnarWorkflow workflow, boolean[] seen) {
    int activity = workflow.indexOf(id);
    if (activity < 0) {
      throw new IllegalArgumentException("the regions name an unknown activity: " + id);
    }
    if (seen[activity]) {
      throw new IllegalArgumentException("the regions hold an activity twice: " + id);
    }
    seen[activity] = true;
    return activity;
  }

  private static void requireAll(boolean[] seen, ColumnarWorkflow workflow) {
    for (int activity = 0; activity < seen.length; activity++) {
      if (!seen[activity]) {
        throw new IllegalArgumentException(
            "the regions miss an activity: " + workflow.activity(activity).id());
      }
    }
  }

  @Override
  public String toString() {
    return "RegionTree[" + size() + " regions, " + activityCount + " activities]";
  }
}
