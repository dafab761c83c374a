package io.flowgauge.log.plot;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LifelineKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;

/**
 * Collects events, and keeps as many of them as a plot can use. Not thread-safe.
 *
 * <p>When too many are kept, about every other lifeline is dropped, chosen by its id, so that the
 * selection does not depend on the order of events.
 */
final class PlotCollector {
  static final int MAX = 1 << 17;
  private static final int INITIAL = 1024;

  /** Number of lifelines up to which single events are dropped instead of lifelines. */
  private static final int FEW_LINES = 16;

  private static final String HOST = "host";

  /** A lifeline: its number, the hash that decides whether it stays, and its colour group. */
  private record Line(int number, int hash, String group) {}

  private final LifelineKey key;
  private final String color;
  private final List<PlotSeries> series;
  private final Map<String, Integer> stages = new LinkedHashMap<>();
  private final TimeBins bins = new TimeBins();
  private final Map<String, Line> lines = new LinkedHashMap<>();

  private long[] times = new long[INITIAL];
  private int[] stageOf = new int[INITIAL];

  /** Number of each event's lifeline; for an event without one, the complement of its hash. */
  private int[] lineOf = new int[INITIAL];

  private int size;
  private long[] stageCounts = new long[INITIAL];
  private int lineCount;

  /** Lifelines stay if these bits of their hash are 0. */
  private int mask;

  /** Of these lifelines, events stay if these bits of their number are 0. */
  private long skip;

  private long offered;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;
  private long events;

  PlotCollector(LifelineKey key, String color, List<PlotSeries> series) {
    this.key = key;
    this.color = color;
    this.series = series;
  }

  void addAll(EventCursor cursor) throws IOException {
    while (cursor.next()) {
      add(cursor);
    }
  }

  private void add(EventCursor event) {
    events++;
    first = Math.min(first, event.timeNanos());
    last = Math.max(last, event.timeNanos());
    if (!addValue(event)) {
      addPoint(event);
    }
  }

  /** Adds the event to the panels of values that show it; returns whether it belongs only there. */
  private boolean addValue(EventCursor event) {
    boolean isTaken = false;
    for (PlotSeries each : series) {
      OptionalInt index = each.index(event.schema());
      if (index.isPresent()) {
        each.add(event, index.getAsInt());
        isTaken = true;
      }
    }
    return isTaken && key.of(event).isEmpty();
  }

  private void addPoint(EventCursor event) {
    int stage = stages.computeIfAbsent(event.schema().name(), name -> stages.size());
    if (stage == stageCounts.length) {
      stageCounts = Arrays.copyOf(stageCounts, 2 * stage);
    }
    stageCounts[stage]++;
    bins.add(stage, event.timeNanos());
    if (size == MAX) {
      halve();
    }
    Optional<String> id = key.of(event);
    int hash = mix(id.map(String::hashCode).orElse((int) events));
    if ((hash & mask) == 0 && (offered++ & skip) == 0) {
      keep(event.timeNanos(), stage, id.map(name -> line(name, hash, event)).orElse(~hash));
    }
  }

  private static int mix(int hash) {
    int mixed = hash * 0x9E3779B9;
    return (mixed ^ (mixed >>> 15)) & Integer.MAX_VALUE;
  }

  private int line(String id, int hash, EventCursor event) {
    Line known = lines.get(id);
    if (known == null) {
      known = new Line(lineCount++, hash, group(event));
      lines.put(id, known);
    }
    return known.number;
  }

  private String group(EventCursor event) {
    if (color.isEmpty() && event.source().isPresent()) {
      return event.source().get().host() + "/" + event.source().get().program();
    }
    String name = color.isEmpty() ? HOST : color;
    EventSchema schema = event.schema();
    boolean has =
        schema.indexOf(name).isPresent()
            || schema.constants().stream().anyMatch(c -> c.name().equals(name));
    LogEvent object = has ? event.event() : null;
    return object == null ? "" : object.value(name).map(Object::toString).orElse("");
  }

  private void keep(long time, int stage, int line) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      stageOf = Arrays.copyOf(stageOf, 2 * size);
      lineOf = Arrays.copyOf(lineOf, 2 * size);
    }
    times[size] = time;
    stageOf[size] = stage;
    lineOf[size++] = line;
  }

  /**
   * Drops about every other lifeline until there is room or, if there are few lifelines, every
   * other event.
   */
  private void halve() {
    while (size > MAX / 2) {
      if (lines.size() <= FEW_LINES) {
        skip = 2 * skip + 1;
        compact(k -> k % 2 == 0);
      } else {
        mask = 2 * mask + 1;
        lines.values().removeIf(line -> (line.hash & mask) != 0);
        BitSet stays = new BitSet();
        lines.values().forEach(line -> stays.set(line.number));
        compact(k -> lineOf[k] < 0 ? (~lineOf[k] & mask) == 0 : stays.get(lineOf[k]));
      }
    }
  }

  private void compact(IntPredicate stays) {
    int kept = 0;
    for (int k = 0; k < size; k++) {
      if (stays.test(k)) {
        times[kept] = times[k];
        stageOf[kept] = stageOf[k];
        lineOf[kept++] = lineOf[k];
      }
    }
    size = kept;
  }

  /** Returns everything collected, in order. */
  PlotData data(String title, List<String> givenStages) {
    int[] numbers = new int[lineCount];
    int number = 0;
    for (Line line : lines.values()) {
      numbers[line.number] = number++;
    }
    PlotPoints points = new PlotPoints(Arrays.copyOf(times, size));
    for (int k = 0; k < size; k++) {
      points.set(k, stageOf[k], lineOf[k] < 0 ? PlotPoints.NO_LINE : numbers[lineOf[k]]);
    }
    points.sort();
    List<PlotData.Stage> all = new ArrayList<>();
    stages.forEach((name, stage) -> all.add(new PlotData.Stage(name, stage, stageCounts[stage])));
    return new PlotData(
        title,
        new PlotData.Span(events, first, last),
        StageOrder.of(all, givenStages, points),
        points,
        List.copyOf(lines.keySet()),
        new PlotGroups(lines.values().stream().map(Line::group).toList()),
        bins,
        series,
        (mask + 1L) * (skip + 1));
  }
}
