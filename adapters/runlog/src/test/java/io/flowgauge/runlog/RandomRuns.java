package io.flowgauge.runlog;

import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.CodeProfile.Call;
import io.flowgauge.run.CodeProfile.CodeRegion;
import io.flowgauge.run.EventType;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;

/** Records random runs of every shape, sensible or not. Not thread-safe. */
final class RandomRuns {
  private static final String[] ODD = {"", "é", "\"", "=", " ", "\n", "\\", "😀", "run."};
  private static final long SPREAD = 1L << 60;
  private static final List<RegionKind> KINDS =
      List.copyOf(EnumSet.complementOf(EnumSet.of(RegionKind.ACTIVITY)));

  private final Random random;
  private final RunRecorder into;
  private final List<String> ids = new ArrayList<>();
  private final List<String> processors = new ArrayList<>();

  private RandomRuns(long seed, RunRecorder into) {
    random = new Random(seed);
    this.into = into;
  }

  /** Records a run; the same seed gives the same run. */
  static void record(long seed, RunRecorder into) {
    new RandomRuns(seed, into).record();
  }

  private void record() {
    into.timeBase(any(TimeBase.values()));
    for (int p = random.nextInt(4); p > 0; p--) {
      processors.add("p" + p + any(ODD));
      into.processor(new Processor(processors.get(processors.size() - 1), 0.5 + p, p, any(ODD)));
    }
    processors.add("undeclared");
    int activities = random.nextInt(9);
    for (int a = 0; a < activities; a++) {
      activity("a" + a + any(ODD));
    }
    for (int from = 0; from < activities; from++) {
      for (int to = from + 1; to < activities; to++) {
        if (random.nextInt(4) == 0) {
          into.dependency(ids.get(from), ids.get(to));
        }
      }
    }
    ids.forEach(this::history);
    rest();
  }

  private void activity(String id) {
    ids.add(id);
    Activity activity = Activity.of(id, "t" + any(ODD), any(ActivityKind.values()));
    if (random.nextInt(4) == 0) {
      activity = activity.withIteration(1 + random.nextInt(3));
    }
    for (int k = random.nextInt(3); k > 0; k--) {
      String value = any(ODD).repeat(random.nextInt(10) == 0 ? 20_000 : 3);
      activity = activity.withAttribute("cpus" + any(ODD), value);
    }
    if (random.nextInt(5) > 0) {
      into.activity(activity);
    }
  }

  private void history(String id) {
    for (int e = random.nextInt(8); e > 0; e--) {
      into.record(id, any(EventType.values()), nanos(), 1 + random.nextInt(3));
    }
    for (int p = random.nextInt(3); p > 0; p--) {
      into.assign(id, p, processors.get(random.nextInt(processors.size())));
    }
    if (random.nextBoolean()) {
      into.wallclock(id, random.nextLong(1L << 40));
    }
    for (int attempt = random.nextInt(4); attempt > 0; attempt--) {
      into.wallclock(id, attempt, random.nextLong(1L << 40));
      long begin = nanos();
      into.phase(id, attempt, new Phase("stage-in", begin, begin + 9));
    }
    if (random.nextInt(3) == 0) {
      into.ideal(id, random.nextLong(1L << 40));
    }
    if (random.nextInt(3) == 0) {
      long begin = nanos();
      into.phase(id, new Phase("stage-in" + any(ODD), begin, begin + random.nextInt(9999)));
    }
    while (random.nextInt(3) == 0) {
      into.phaseTime(id, any(PhaseType.values()), random.nextLong(1L << 40));
    }
    codeProfiles(id);
    // Ensures that all activities are in the run, so that a region tree can hold all of them.
    into.record(id, EventType.STARTED, nanos(), 1);
  }

  /** Records profiles that grow and occasionally start over. */
  private void codeProfiles(String id) {
    long time = nanos();
    long[] calls = new long[4];
    int count = 0;
    for (int k = random.nextInt(5); k > 0; k--) {
      if (random.nextInt(4) == 0) {
        Arrays.fill(calls, 0);
      }
      count = Math.min(calls.length, count + random.nextInt(3));
      List<CodeRegion> regions = new ArrayList<>();
      List<Call> edges = new ArrayList<>();
      for (int r = 0; r < count; r++) {
        calls[r] += random.nextInt(3);
        regions.add(new CodeRegion("lib:f" + r, any(ODD), calls[r], calls[r] * 7, calls[r] * 3, r));
        edges.add(new Call(r - 1, r, calls[r], calls[r] * 7));
      }
      into.codeProfile(id, new CodeProfile(time, regions, edges));
      time += random.nextInt(3);
    }
  }

  private void rest() {
    for (int k = random.nextInt(4); k > 1; k--) {
      long begin = nanos();
      double mean = random.nextDouble();
      into.hostLoad(
          new HostLoad("node", any(ODD) + k, any(ODD), begin, begin + 9, mean / 2, mean, 1 + mean));
    }
    if (random.nextBoolean()) {
      into.start(nanos());
      into.end(nanos());
    }
    if (random.nextBoolean()) {
      into.recordedMakespan(random.nextLong(1L << 50));
    }
    if (random.nextInt(3) == 0) {
      long begin = nanos();
      into.service(new ServiceInterval("s" + any(ODD), begin, begin + random.nextInt(9999)));
    }
    if (!ids.isEmpty() && random.nextBoolean()) {
      into.regions(region(ids));
    }
    if (random.nextInt(3) == 0) {
      into.diagnostic(Diagnostic.info("here" + any(ODD), "message" + any(ODD)));
    }
  }

  private Region region(List<String> members) {
    if (members.size() == 1) {
      return Region.activity(members.get(0));
    }
    int cut = 1 + random.nextInt(members.size() - 1);
    List<Region> parts =
        List.of(region(members.subList(0, cut)), region(members.subList(cut, members.size())));
    RegionKind kind = KINDS.get(random.nextInt(KINDS.size()));
    boolean linked = kind == RegionKind.IRREGULAR && random.nextBoolean();
    return Region.of(kind, any(ODD), parts, linked ? List.of(new Region.Link(0, 1)) : List.of());
  }

  private long nanos() {
    return random.nextInt(3) == 0
        ? 1_000_000_000L * random.nextInt(100)
        : random.nextLong(SPREAD) - SPREAD / 2;
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
