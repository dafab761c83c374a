package io.flowgauge.cli.instrument;

import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.report.layout.Human;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Columns of a table of regions, from left to right. */
enum RegionColumn {
  CALLS("calls") {
    @Override
    String cell(RegionProfile region, RegionTable.Frame frame) {
      return Nanos.count((double) region.calls());
    }
  },
  RATE("calls/s") {
    @Override
    String cell(RegionProfile region, RegionTable.Frame frame) {
      return Nanos.count(frame.rate(region));
    }
  },
  TOTAL("total") {
    @Override
    String cell(RegionProfile region, RegionTable.Frame frame) {
      return wall(region, region.totalNanos());
    }
  },
  SHARE("share") {
    @Override
    String cell(RegionProfile region, RegionTable.Frame frame) {
      boolean isKnown = region.wall().count() > 0 && frame.elapsedNanos() > 0;
      return isKnown ? Nanos.percent(region.totalNanos() / frame.elapsedNanos()) : Human.ABSENT;
    }
  },
  OWN("own") {
    @Override
    String cell(RegionProfile region, RegionTable.Frame frame) {
      return wall(region, region.ownNanos());
    }
  },
  CPU("CPU") {
    @Override
    String cell(RegionProfile region, RegionTable.Frame frame) {
      return Nanos.ofSeconds(region.cpuSeconds()) + Nanos.ofCalls(region.cpuSeconds());
    }
  },
  MEAN("mean") {
    @Override
    String cell(RegionProfile region, RegionTable.Frame frame) {
      return Nanos.text(region.wall().meanNanos());
    }
  },
  MIN("min") {
    @Override
    String cell(RegionProfile region, RegionTable.Frame frame) {
      return Nanos.text(region.wall().minNanos());
    }
  },
  MAX("max") {
    @Override
    String cell(RegionProfile region, RegionTable.Frame frame) {
      return Nanos.text(region.wall().maxNanos());
    }
  },
  COST("cost") {
    @Override
    String cell(RegionProfile region, RegionTable.Frame frame) {
      return frame.elapsedNanos() > 0
          ? Nanos.percent(region.costNanos() / frame.elapsedNanos())
          : Human.ABSENT;
    }
  };

  /** Width of a column with the gap before it. */
  private static final int WIDTH = 10;

  /** Width of the share of calls that a sum covers. */
  private static final int OF_CALLS = 18;

  /** Minimum width reserved for wide names; half of the table if that is more. */
  private static final int LEAST_NAMES = 26;

  /** Columns that are left out if there is no room, in this order. */
  private static final List<RegionColumn> DISPENSABLE = List.of(MIN, RATE, COST, MAX, OWN, CPU);

  private final String title;

  RegionColumn(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  abstract String cell(RegionProfile region, RegionTable.Frame frame);

  private static String wall(RegionProfile region, double nanos) {
    return region.wall().count() > 0 ? Nanos.text(nanos) : Human.ABSENT;
  }

  /**
   * Returns the columns that fit and have something to show.
   *
   * @param width of the table
   * @param names width of the widest name
   * @param around width of everything but names and columns
   */
  static List<RegionColumn> fitting(int width, int names, int around, List<RegionProfile> regions) {
    Set<RegionColumn> columns = EnumSet.allOf(RegionColumn.class);
    if (regions.stream().noneMatch(region -> region.cpuSeconds().isMeasured())) {
      columns.remove(CPU);
    }
    int more =
        regions.stream().anyMatch(region -> !Nanos.ofCalls(region.cpuSeconds()).isEmpty())
            ? OF_CALLS
            : 0;
    int room = width - around - Math.min(names, Math.max(LEAST_NAMES, width / 2));
    for (RegionColumn column : DISPENSABLE) {
      int share = columns.contains(CPU) ? more : 0;
      if (share + WIDTH * columns.size() > room) {
        columns.remove(column);
      }
    }
    return new ArrayList<>(columns);
  }
}
