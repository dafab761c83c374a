package io.flowgauge.traces.document;

import io.flowgauge.Flowgauge;
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
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random runs of every shape that a recorder accepts, sensible or not. Not thread-safe. */
public final class RandomRuns {
  private static final String[] ODD = {
    "",
    "é",
    "\"",
    "'",
    ".",
    " ",
    "\n",
    "\\",
    "[0]",
    "…",
    "😀",
    "\t",
    "\u0001",
    "\u007f",
    "\u2028",
    "\u202eא",
    "null",
    "x".repeat(3000)
  };

  private final Random random;
  private final List<String> ids = new ArrayList<>();
  private final List<String> processors = new ArrayList<>();
  private final RunRecorder run;

  private final long earliest;

  private RandomRuns(long seed, long earliest) {
    random = new Random(seed);
    this.earliest = earliest;
    run = Flowgauge.recorder("run " + odd());
  }

  /** Returns a run; the same seed gives the same run. */
  public static WorkflowRun of(long seed) {
    return new RandomRuns(seed, -(1L << 59)).record();
  }

  /** Returns a run without negative times. */
  public static WorkflowRun after1970(long seed) {
    return new RandomRuns(seed, 0).record();
  }

  private WorkflowRun record() {
    run.timeBase(any(TimeBase.values()));
    for (int p = random.nextInt(4); p > 0; p--) {
      processors.add("p" + p + odd());
      double speed = random.nextBoolean() ? 1 : random.nextDouble() + 0.1;
      String site = random.nextBoolean() ? "" : "site" + odd();
      run.processor(new Processor("" + processors.get(processors.size() - 1), speed, p, site));
    }
    for (int a = random.nextInt(9); a > 0; a--) {
      activity("a" + a + odd());
    }
    for (int k = 0; k < ids.size(); k++) {
      for (int j = k + 1; j < ids.size(); j++) {
        if (random.nextInt(4) == 0) {
          run.dependency(ids.get(k), ids.get(j));
        }
      }
    }
    rest();
    return run.snapshot();
  }

  private void rest() {
    if (random.nextBoolean()) {
      run.start(nanos());
    }
    if (random.nextInt(3) == 0) {
      run.end(nanos());
    }
    if (random.nextBoolean()) {
      run.recordedMakespan(random.nextLong(1L << 50));
    }
    long about = nanos();
    for (int s = random.nextInt(4); s > 1; s--) {
      long begin = about + random.nextInt(9999);
      run.service(new ServiceInterval("scheduling" + odd(), begin, begin + random.nextInt(9999)));
    }
    for (int k = random.nextInt(4); k > 1; k--) {
      long end = about + random.nextInt(9999);
      double mean = random.nextDouble();
      run.hostLoad(
          new HostLoad("node" + odd(), "cpu-busy", odd(), about, end, mean / 2, mean, 1 + mean));
    }
    if (!ids.isEmpty() && random.nextBoolean()) {
      run.regions(region(new ArrayList<>(ids)));
    }
    if (random.nextInt(3) == 0) {
      run.diagnostic(Diagnostic.info("here" + odd(), "message" + odd()));
    }
  }

  private void activity(String id) {
    ids.add(id);
    Activity activity = Activity.of(id, "t" + odd(), any(ActivityKind.values()));
    if (random.nextInt(4) == 0) {
      activity = activity.withIteration(1 + random.nextInt(3));
    }
    if (random.nextInt(3) == 0) {
      activity = activity.withAttribute("cpus" + odd(), odd()).withAttribute("queue", odd());
    }
    run.activity(activity);
    for (int e = random.nextInt(8); e > 0; e--) {
      EventType type = any(EventType.values());
      run.record(id, type, nanos(), 1 + random.nextInt(3));
    }
    for (int p = random.nextInt(3); p > 0 && !processors.isEmpty(); p--) {
      run.assign(id, p, processors.get(random.nextInt(processors.size())));
    }
    times(id);
  }

  private void times(String id) {
    if (random.nextBoolean()) {
      run.wallclock(id, random.nextLong(1L << 40));
    }
    if (random.nextInt(3) == 0) {
      run.ideal(id, random.nextLong(1L << 40));
    }
    long about = nanos();
    for (int p = random.nextInt(5); p > 1; p--) {
      long begin = about + random.nextInt(9999);
      run.phase(id, new Phase("stage-in" + p + odd(), begin, begin + random.nextInt(9999)));
    }
    while (random.nextInt(3) == 0) {
      run.phaseTime(id, any(PhaseType.values()), random.nextLong(1L << 40));
    }
    codeProfiles(id);
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
        regions.add(
            new CodeRegion(
                "lib:f" + r,
                r % 2 == 0 ? "" : "f.c:" + r,
                calls[r],
                calls[r] * 7,
                calls[r] * 3,
                r));
        edges.add(new Call(r - 1, r, calls[r], calls[r] * 7));
      }
      run.codeProfile(id, new CodeProfile(time, regions, edges));
      time += random.nextInt(3);
    }
  }

  private Region region(List<String> members) {
    if (members.size() == 1) {
      return Region.activity(members.get(0));
    }
    int cut = 1 + random.nextInt(members.size() - 1);
    List<Region> parts =
        List.of(region(members.subList(0, cut)), region(members.subList(cut, members.size())));
    RegionKind kind =
        any(
            Arrays.stream(RegionKind.values())
                .filter(any -> any != RegionKind.ACTIVITY)
                .toArray(RegionKind[]::new));
    String name = random.nextInt(3) == 0 ? "named" + odd() : "";
    boolean linked = kind == RegionKind.IRREGULAR && random.nextBoolean();
    return Region.of(kind, name, parts, linked ? List.of(new Region.Link(0, 1)) : List.of());
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }

  /**
   * Returns whole seconds near the origin, times within 36 years of the earliest, or times up to
   * the year 2116.
   */
  private long nanos() {
    return switch (random.nextInt(4)) {
      case 0 -> 1_000_000_000L * random.nextInt(100);
      case 1 -> random.nextLong(1L << 62);
      default -> random.nextLong(1L << 60) + earliest;
    };
  }

  private String odd() {
    return random.nextBoolean() ? "" : ODD[random.nextInt(ODD.length)];
  }
}
