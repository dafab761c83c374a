package io.flowgauge.flink;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.fleet.FleetPart;
import io.flowgauge.fleet.FleetSettings;
import io.flowgauge.fleet.FleetTimes;
import io.flowgauge.fleet.FleetTopics;
import io.flowgauge.fleet.Outbox;
import io.flowgauge.fleet.ReportedKeys;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.TimeDomain;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Assembles the runs. The state that Flink keeps of a run consists of its records, blocks of the
 * binary event log; the run assembled from them is only in memory, and is assembled again after a
 * restart.
 */
final class RunFunction extends KeyedProcessFunction<String, Arrival, Letter> {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(RunFunction.class);

  /** How long reported runs are remembered: longer than their records can keep arriving. */
  private static final Duration KNOWN = Duration.ofDays(30);

  /** Pause before a run that was due but could not be stored is reviewed again. */
  private static final long AGAIN_MILLIS = 1_000;

  private final FleetTopics topics;
  private final FleetTimes times;
  private final StreamStore store;
  private final int largest;

  private transient FleetSettings settings;
  private transient Outbox outbox;
  private transient ListState<Arrival> records;
  private transient MapState<String, Boolean> reported;
  private transient Map<String, OpenRun> open;

  /** A run in progress. */
  private static final class OpenRun {
    private final FleetPart part;

    /** When it will be reviewed next, by this machine's clock. */
    private long watchedMillis = Long.MAX_VALUE;

    /** When it will be reviewed next, by the time of the stream. */
    private long dueMillis = Long.MAX_VALUE;

    OpenRun(FleetPart part) {
      this.part = part;
    }
  }

  RunFunction(FleetTopics topics, FleetTimes times, StreamStore store, int largest) {
    this.topics = topics;
    this.times = times;
    this.store = store;
    this.largest = largest;
  }

  @Override
  public void open(OpenContext context) throws Exception {
    store.open();
    settings = new FleetSettings(topics, times, Optional.of(store), List.of(), LOG::warn);
    outbox = new Outbox(settings, largest);
    open = new HashMap<>();
    records = getRuntimeContext().getListState(new ListStateDescriptor<>("records", Arrival.class));
    MapStateDescriptor<String, Boolean> known =
        new MapStateDescriptor<>("told", Types.STRING, Types.BOOLEAN);
    known.enableTimeToLive(StateTtlConfig.newBuilder(KNOWN).build());
    reported = getRuntimeContext().getMapState(known);
  }

  @Override
  public void processElement(Arrival arrival, Context context, Collector<Letter> out)
      throws Exception {
    OpenRun run = run(context.getCurrentKey());
    if (run.part.take(arrival.record())) {
      records.add(arrival);
      reviewWithin(run, context, times.changes().toMillis() + 1);
    }
    send(out);
    reviewWhenDue(context, run);
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<Letter> out)
      throws Exception {
    OpenRun run = run(context.getCurrentKey());
    run.part.streamTime(context.timerService().currentWatermark());
    run.part.review(Long.MAX_VALUE);
    send(out);
    if (context.timeDomain() == TimeDomain.EVENT_TIME) {
      run.dueMillis = Long.MAX_VALUE;
    } else {
      if (timestamp >= run.watchedMillis) {
        run.watchedMillis = Long.MAX_VALUE;
      }
      if (run.part.hasChanges()) {
        reviewWithin(run, context, times.changes().toMillis() + 1);
      } else if (run.part.maySettle()) {
        reviewWithin(
            run, context, Math.max(times.changes().toMillis(), times.settle().toMillis()) + 1);
      }
    }
    OptionalLong late = run.part.lateMillis();
    if (late.isPresent()) {
      reviewWithin(run, context, late.getAsLong());
    }
    reviewWhenDue(context, run);
  }

  /** Makes sure that a run is reviewed within the given time. */
  private static void reviewWithin(OpenRun run, Context context, long millis) {
    var timers = context.timerService();
    long at = timers.currentProcessingTime() + millis;
    if (at < run.watchedMillis) {
      run.watchedMillis = at;
      timers.registerProcessingTimeTimer(at);
    }
  }

  /** Makes sure that a run in progress is reviewed even if no further record arrives. */
  private void reviewWhenDue(Context context, OpenRun run) {
    OptionalLong due = run.part.dueMillis();
    if (due.isEmpty()) {
      open.remove(context.getCurrentKey());
      records.clear();
    } else if (due.getAsLong() <= context.timerService().currentWatermark()) {
      reviewWithin(run, context, AGAIN_MILLIS);
    } else if (due.getAsLong() < run.dueMillis) {
      run.dueMillis = due.getAsLong();
      context.timerService().registerEventTimeTimer(run.dueMillis);
    }
  }

  private OpenRun run(String key) throws Exception {
    OpenRun known = open.get(key);
    return known == null ? assemble(key) : known;
  }

  /** Assembles a run from the state, after a restart or at its first record. */
  private OpenRun assemble(String key) throws Exception {
    ReportedKeys before = new ReportedKeys();
    for (String each : reported.keys()) {
      before.add(each);
    }
    TopicPartition anywhere = new TopicPartition(topics.events(), 0);
    FleetPart part = new FleetPart(anywhere, settings, outbox, before, 0, Long.MAX_VALUE);
    for (Arrival each : records.get()) {
      part.take(each.record());
    }
    OpenRun run = new OpenRun(part);
    open.put(key, run);
    return run;
  }

  /** Passes the records of the outbox on; notes of what was reported go into the state instead. */
  private void send(Collector<Letter> out) throws Exception {
    for (ProducerRecord<byte[], byte[]> each : outbox.removeAll()) {
      if (!each.topic().equals(topics.reported())) {
        out.collect(Letter.of(each));
        continue;
      }
      String key = new String(each.key(), UTF_8);
      if (each.value() == null) {
        reported.remove(key);
      } else {
        reported.put(key, true);
      }
    }
    outbox.sent();
  }

  @Override
  public void close() throws Exception {
    if (settings != null) {
      settings.monitor().close();
    }
    store.close();
  }
}
