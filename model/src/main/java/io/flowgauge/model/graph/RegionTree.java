package io.flowgauge.model.graph;

import static java.util.Objects.requireNonNull;

import io.flowgauge.workflow.RegionKind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A region tree in columns, regions numbered in preorder: region 0 is the root, the members of a
 * region follow it, and {@link #end} of a region is the first number after everything it contains.
 *
 * <pre>{@code
 * for (int member = region + 1; member < tree.end(region); member = tree.end(member)) {
 *   ...
 * }
 * }</pre>
 *
 * <p>All methods that take a region throw {@link IndexOutOfBoundsException} unless {@code 0 <=
 * region < size()}. Immutable and thread-safe.
 */
public final class RegionTree {
  /** Stands for no region or no activity. */
  public static final int NONE = -1;

  private static final RegionKind[] KINDS = RegionKind.values();

  private final byte[] kinds;
  private final int[] ends;
  private final int[] parents;
  private final int[] activities;

  /** The region of each activity. */
  private final int[] leaves;

  private final Map<Integer, String> names;
  private final Map<Integer, Dag> quotients;

  /**
   * Number of activities before each region, so that the activities of a region need not be counted
   * level by level.
   */
  private final int[] activitiesBefore;

  private final long undecidedEdges;

  private RegionTree(Builder from, long undecidedEdges) {
    this.kinds = Arrays.copyOf(from.kinds, from.size);
    this.parents = Arrays.copyOf(from.parents, from.size);
    this.activities = Arrays.copyOf(from.activities, from.size);
    this.names = Map.copyOf(from.names);
    this.quotients = Map.copyOf(from.quotients);
    this.undecidedEdges = undecidedEdges;
    this.ends = ends(parents);
    this.activitiesBefore = new int[from.size + 1];
    for (int region = 0; region < from.size; region++) {
      activitiesBefore[region + 1] = activitiesBefore[region] + (activities[region] < 0 ? 0 : 1);
    }
    this.leaves = leaves(activities, activityCount());
  }

  private static int[] leaves(int[] activities, int count) {
    int[] leaves = new int[count];
    for (int region = 0; region < activities.length; region++) {
      if (activities[region] != NONE) {
        leaves[activities[region]] = region;
      }
    }
    return leaves;
  }

  /**
   * Computes the end of each region in descending order of numbers, in which the last member of a
   * region comes first.
   */
  private static int[] ends(int[] parents) {
    int[] ends = new int[parents.length];
    for (int region = ends.length - 1; region >= 0; region--) {
      ends[region] = Math.max(ends[region], region + 1);
      if (region > 0) {
        ends[parents[region]] = Math.max(ends[parents[region]], ends[region]);
      }
    }
    return ends;
  }

  /** Number of regions, activities included: 1 or more. */
  public int size() {
    return kinds.length;
  }

  /**
   * Number of activities in the tree: 1 or more; 0 for the one empty sequence of a graph without
   * nodes.
   */
  public int activityCount() {
    return activitiesBefore[kinds.length];
  }

  /** Number of activities a region holds: 1 for an activity. */
  public int activityCount(int region) {
    return activitiesBefore[ends[region]] - activitiesBefore[region];
  }

  /** Number of composed regions, which are not activities, before a region. */
  public int composedBefore(int region) {
    return region - activitiesBefore[region];
  }

  /** Kind of a region. */
  public RegionKind kind(int region) {
    return KINDS[kinds[region]];
  }

  /**
   * The first number after a region and everything that it holds; also its next sibling, if there
   * is one.
   *
   * @return a number greater than the region's
   */
  public int end(int region) {
    return ends[region];
  }

  /** The region that holds a region; {@link #NONE} for the root. */
  public int parent(int region) {
    return parents[region];
  }

  /** Index of the activity of a leaf; {@link #NONE} for a composed region. */
  public int activity(int region) {
    return activities[region];
  }

  /** The region of an activity: {@code activity(leaf(a)) == a}. */
  public int leaf(int activity) {
    return leaves[activity];
  }

  /** The given name of a region; empty if it was given none. */
  public String name(int region) {
    return names.getOrDefault(region, "");
  }

  /** Number of members of a region: 0 for an activity. */
  public int memberCount(int region) {
    int count = 0;
    for (int member = region + 1; member < ends[region]; member = ends[member]) {
      count++;
    }
    return count;
  }

  /** The members of a region, in a new array: their numbers, ascending; empty for an activity. */
  public int[] members(int region) {
    int[] members = new int[memberCount(region)];
    int next = region + 1;
    for (int k = 0; k < members.length; k++) {
      members[k] = next;
      next = ends[next];
    }
    return members;
  }

  /**
   * Dependencies among the members of an irregular region.
   *
   * @param region number of a region of kind {@link RegionKind#IRREGULAR}
   * @return a graph whose nodes are the members in their order: an edge says that all of one member
   *     precedes all of another
   * @throws IllegalArgumentException if the region is of another kind
   */
  public Dag quotient(int region) {
    if (kind(region) != RegionKind.IRREGULAR) {
      throw new IllegalArgumentException(
          "region must be of kind IRREGULAR, but region " + region + " is " + kind(region));
    }
    return quotients.get(region);
  }

  /**
   * Number of dependencies for which it was not decided whether others imply them. If there are
   * any, an irregular region may be coarser than necessary.
   *
   * @return 0 or more
   */
  public long undecidedEdges() {
    return undecidedEdges;
  }

  /**
   * One line with the counts of regions: text such as {@code RegionTree[6 regions, 4 activities]}.
   */
  @Override
  public String toString() {
    return "RegionTree[" + size() + " regions, " + activityCount() + " activities]";
  }

  /** Builds a tree from regions in preorder. Not thread-safe. */
  public static final class Builder {
    private byte[] kinds;
    private int[] parents;
    private int[] activities;
    private final Map<Integer, String> names = new HashMap<>();
    private final Map<Integer, Dag> quotients = new HashMap<>();
    private int size;

    /**
     * Creates a builder of an empty tree.
     *
     * @param capacity initial capacity, in regions
     */
    public Builder(int capacity) {
      kinds = new byte[capacity];
      parents = new int[capacity];
      activities = new int[capacity];
    }

    /**
     * Adds an activity.
     *
     * @param parent number of the region that holds it, or {@link #NONE} if it is the root
     */
    public int addActivity(int parent, int activity) {
      return add(parent, RegionKind.ACTIVITY, activity);
    }

    /**
     * Adds a composed region, whose members and quotient follow.
     *
     * @param parent number of the region that holds it, or {@link #NONE} if it is the root
     */
    public int add(int parent, RegionKind kind) {
      return add(parent, kind, NONE);
    }

    private int add(int parent, RegionKind kind, int activity) {
      if (size == kinds.length) {
        int grown = size + (size >> 1) + 16;
        kinds = Arrays.copyOf(kinds, grown);
        parents = Arrays.copyOf(parents, grown);
        activities = Arrays.copyOf(activities, grown);
      }
      kinds[size] = code(kind);
      parents[size] = parent;
      activities[size] = activity;
      return size++;
    }

    @SuppressWarnings("EnumOrdinal") // Kept in memory only.
    private static byte code(RegionKind kind) {
      return (byte) kind.ordinal();
    }

    /** Gives a region a name. */
    public void putName(int region, String name) {
      names.put(region, requireNonNull(name, "name"));
    }

    /**
     * Gives an irregular region its dependencies.
     *
     * @param quotient the graph of its members in their order
     */
    public void putQuotient(int region, Dag quotient) {
      quotients.put(region, requireNonNull(quotient, "quotient"));
    }

    /**
     * Builds the tree.
     *
     * @param undecidedEdges see {@link RegionTree#undecidedEdges()}
     */
    public RegionTree build(long undecidedEdges) {
      return new RegionTree(this, undecidedEdges);
    }
  }
}
