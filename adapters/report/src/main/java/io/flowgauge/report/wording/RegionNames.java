package io.flowgauge.report.wording;

import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Names the composed regions of a tree like sections of a book: {@code 2.1 parallel of 5} is the
 * first member of the second member of the root. Regions must be requested in the tree's order,
 * each before its members, so that a tree of a million regions needs no map. Not thread-safe.
 */
public final class RegionNames {
  /** Limits names in deep trees, whose total length would grow with the square of the depth. */
  private static final int LEVELS_SHOWN = 12;

  private final Deque<Level> open = new ArrayDeque<>();
  private Region next;

  /** Starts at the root. */
  public RegionNames(Region root) {
    next = root;
  }

  /**
   * Returns the name of the next composed region: its section number and name; only the name if it
   * is not the next one in the tree.
   */
  public String name(Region region) {
    if (next == null || !isSame(region, next)) {
      return region.name();
    }
    String name = (section() + " " + region.name()).strip();
    open.push(new Level(region.members().iterator()));
    advance();
    return name;
  }

  private static boolean isSame(Region a, Region b) {
    return a == b
        || (a.kind() == b.kind()
            && a.activityCount() == b.activityCount()
            && a.name().equals(b.name()));
  }

  private String section() {
    StringBuilder section = new StringBuilder();
    int shown = 0;
    for (Level level : open) {
      String dot = section.isEmpty() ? "" : ".";
      if (shown++ == LEVELS_SHOWN) {
        return section.insert(0, "…" + dot).toString();
      }
      section.insert(0, level.position + dot);
    }
    return section.toString();
  }

  private void advance() {
    next = null;
    while (next == null && !open.isEmpty()) {
      next = open.peek().nextComposed();
      if (next == null) {
        open.pop();
      }
    }
  }

  /** The members of one region, with the position of the one whose subtree is being named. */
  private static final class Level {
    private final Iterator<Region> members;
    private int position;

    Level(Iterator<Region> members) {
      this.members = members;
    }

    /** Returns the next member that is not an activity; null after the last one. */
    Region nextComposed() {
      while (members.hasNext()) {
        Region member = members.next();
        position++;
        if (member.kind() != RegionKind.ACTIVITY) {
          return member;
        }
      }
      return null;
    }
  }
}
