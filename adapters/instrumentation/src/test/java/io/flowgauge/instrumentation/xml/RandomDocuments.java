package io.flowgauge.instrumentation.xml;

import io.flowgauge.analysis.Measured;
import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.CallEdge;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.CodeUnit;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.ProcessLoad;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileLosses;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.SensorResult;
import io.flowgauge.instrumentation.SourcePosition;
import io.flowgauge.instrumentation.Structure;
import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.ThreadProfile;
import io.flowgauge.instrumentation.irl.Irl;
import io.flowgauge.instrumentation.irl.IrlAnswer;
import io.flowgauge.instrumentation.irl.IrlRequest;
import io.flowgauge.instrumentation.irl.MadeChange;
import io.flowgauge.instrumentation.irl.OutputPart;
import io.flowgauge.instrumentation.irl.ProcessAnswer;
import io.flowgauge.instrumentation.irl.ProcessSelector;
import io.flowgauge.instrumentation.irl.RequestAnswer;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Random values of every kind that the documents hold, with names of any characters. Not
 * thread-safe.
 */
final class RandomDocuments {
  private static final String[] ODD = {
    "main",
    "ns::f<int>(char const*) const",
    "é",
    "\"",
    "'",
    "<",
    "&",
    "]]>",
    "&#10;",
    " ",
    "\n",
    "\t",
    "\r",
    "\u0000",
    "\u0001",
    "\u001f",
    "\u007f",
    "\u0085",
    "\u2028",
    "\ud800",
    "\udc00",
    "\ud83d\ude00",
    "\ufffe",
    "\uffff",
    "\\",
    "\\u0041",
    "\\\\",
    "*",
    "?",
    "\\*",
    "a:b",
    "",
    "x  y"
  };

  private final Random random;

  RandomDocuments(long seed) {
    random = new Random(seed);
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int k = random.nextInt(4); k > 0; k--) {
      text.append(ODD[random.nextInt(ODD.length)]);
    }
    return text.toString();
  }

  private String name() {
    return "n" + text();
  }

  private <T> Optional<T> maybe(Supplier<T> value) {
    return random.nextBoolean() ? Optional.of(value.get()) : Optional.empty();
  }

  private <T> List<T> some(Supplier<T> value) {
    List<T> values = new ArrayList<>();
    for (int k = random.nextInt(4); k > 0; k--) {
      values.add(value.get());
    }
    return values;
  }

  private <T> List<T> one(Supplier<T> value) {
    List<T> values = new ArrayList<>(some(value));
    values.add(value.get());
    return values;
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private Instant moment() {
    return Instant.ofEpochSecond(random.nextLong(4_000_000_000L), random.nextInt(1_000_000_000));
  }

  private double nanos() {
    return random.nextInt(4) == 0 ? random.nextInt(3) : random.nextDouble() * 1e15;
  }

  private double signed() {
    return random.nextBoolean() ? nanos() : -nanos();
  }

  private long count() {
    return random.nextInt(4) == 0 ? Long.MAX_VALUE : random.nextInt(1000);
  }

  TargetProcess process() {
    TargetProcess.Builder process = TargetProcess.builder(1 + random.nextInt(1 << 22), text());
    maybe(this::text).ifPresent(process::user);
    maybe(() -> Path.of("/usr/bin/" + "pövray <1>")).ifPresent(process::executable);
    maybe(this::moment).ifPresent(process::start);
    maybe(this::text).ifPresent(process::comm);
    return process.command(some(this::text)).build();
  }

  private CodeRegion region(String unit) {
    String name = name();
    return new CodeRegion(
        unit,
        name,
        random.nextBoolean() ? name : text(),
        random.nextInt(3) == 0 ? 0 : random.nextLong(),
        random.nextInt(1 << 20),
        maybe(() -> new SourcePosition(text(), random.nextInt(3))),
        random.nextBoolean(),
        Set.copyOf(some(this::name)));
  }

  Structure structure() {
    return new Structure(process(), some(this::unit));
  }

  private CodeUnit unit() {
    String name = name();
    return new CodeUnit(
        name, any(CodeUnit.Kind.values()), text(), maybe(this::text), some(() -> region(name)));
  }

  Profile profile() {
    List<CodeRegion> code = one(() -> region(name()));
    Supplier<CodeRegion> region = () -> code.get(random.nextInt(code.size()));
    return new Profile(
        process(),
        moment(),
        moment(),
        some(() -> measured(region.get())),
        some(
            () ->
                new ThreadProfile(
                    random.nextLong(),
                    text(),
                    maybe(this::moment),
                    maybe(this::moment),
                    some(() -> measured(region.get())))),
        some(() -> new CallEdge(maybe(region), region.get(), count(), nanos())),
        new ProfileLosses(count(), count(), count(), count(), count()));
  }

  private RegionProfile measured(CodeRegion region) {
    RegionProfile.Builder profile =
        RegionProfile.builder(region)
            .calls(count())
            .nested(count(), nanos())
            .wall(wall(), signed())
            .cpu(value())
            .open(random.nextInt(3), nanos())
            .cost(nanos())
            .installed(random.nextBoolean())
            .overLimit(random.nextBoolean());
    for (Metric metric : Metric.counters()) {
      maybe(this::value).ifPresent(value -> profile.counter(metric, value));
    }
    return profile.build();
  }

  private CallDurations wall() {
    if (random.nextInt(3) == 0) {
      return CallDurations.NONE;
    }
    return new CallDurations(
        1 + random.nextInt(100),
        nanos(),
        random.nextBoolean() ? OptionalDouble.of(nanos()) : OptionalDouble.empty(),
        random.nextBoolean() ? OptionalDouble.of(nanos()) : OptionalDouble.empty(),
        some(
            () -> {
              double from = nanos();
              boolean last = random.nextInt(4) == 0;
              double to = last ? Double.POSITIVE_INFINITY : from * 2 + 1;
              return new CallDurations.Bucket(from, to, count());
            }));
  }

  private Measured value() {
    int of = 1 + random.nextInt(5);
    return switch (random.nextInt(3)) {
      case 0 -> Measured.absent(text());
      case 1 -> Measured.of(Double.NEGATIVE_INFINITY, 1, of);
      default -> Measured.of(signed(), 1 + random.nextInt(of), of);
    };
  }

  private RegionPattern pattern() {
    return new RegionPattern(random.nextBoolean() ? "*" : name(), name());
  }

  Irl irl() {
    return new Irl(one(this::selector), one(this::request));
  }

  private ProcessSelector selector() {
    if (random.nextBoolean()) {
      return new ProcessSelector.Pid(1 + random.nextInt(1 << 22));
    }
    Map<String, String> variables = new HashMap<>();
    some(() -> name().replace("=", "")).forEach(variable -> variables.put(variable, text()));
    if (random.nextBoolean()) {
      return new ProcessSelector.Launch(
          one(this::text), variables, maybe(() -> Path.of("/scratch/<ö> x")));
    }
    return new ProcessSelector.Matching(
        new ProcessPattern(name(), maybe(() -> "0af9".repeat(16)), variables, maybe(this::name)));
  }

  private IrlRequest request() {
    return switch (random.nextInt(13)) {
      case 0 -> new IrlRequest.Attach();
      case 1 ->
          new IrlRequest.GetSir(
              new StructureFilter(some(this::pattern), some(this::pattern), random.nextBoolean()));
      case 2 -> new IrlRequest.Instrument(sensors());
      case 3 -> new IrlRequest.Deinstrument(one(this::pattern));
      case 4 -> new IrlRequest.GetProfile();
      case 5 -> new IrlRequest.MakeChange(change());
      case 6 -> new IrlRequest.UndoChange(name());
      case 7 -> new IrlRequest.GetChanges();
      case 8 -> new IrlRequest.GetLoad();
      case 9 -> new IrlRequest.Resume();
      case 10 -> new IrlRequest.GetOutput(any(OutputPart.Stream.values()), count());
      case 11 -> new IrlRequest.Terminate();
      default -> new IrlRequest.Detach();
    };
  }

  private Change change() {
    return switch (random.nextInt(5)) {
      case 0 -> new Change.SetVariable(pattern(), number());
      case 1 -> new Change.CallFunction(pattern(), numbers(), maybe(this::numbers));
      case 2 -> new Change.RewriteArgument(pattern(), argument(), number(), some(this::condition));
      case 3 -> new Change.RewriteResult(pattern(), number(), some(this::condition));
      default -> new Change.ReplaceFunction(pattern(), Path.of("/lib/<ö> x.so"), name());
    };
  }

  private List<Number> numbers() {
    return some(this::number);
  }

  private Number number() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextLong();
      case 1 -> (long) random.nextInt(3);
      case 2 -> any(new Double[] {0.0, -0.0, Double.NaN, Double.NEGATIVE_INFINITY, 1e300});
      default -> random.nextDouble();
    };
  }

  private Change.Argument argument() {
    return new Change.Argument(random.nextInt(7), any(new Integer[] {0, 1, 2, 4, 8}));
  }

  private Change.Condition condition() {
    return new Change.Condition(argument(), random.nextLong());
  }

  private SensorRequest sensors() {
    Set<Metric> metrics = EnumSet.noneOf(Metric.class);
    some(() -> any(Metric.values())).forEach(metrics::add);
    return new SensorRequest(
        one(this::pattern),
        some(this::pattern),
        metrics,
        any(Backend.values()),
        random.nextBoolean()
            ? OptionalDouble.of(random.nextDouble() + 1e-9)
            : OptionalDouble.empty());
  }

  IrlAnswer answer() {
    return new IrlAnswer(
        some(this::refusal), some(() -> new ProcessAnswer(process(), some(this::requestAnswer))));
  }

  private Refusal refusal() {
    return new Refusal(any(RefusalCode.values()), text());
  }

  private RequestAnswer requestAnswer() {
    return switch (random.nextInt(14)) {
      case 0 -> new RequestAnswer.Attached(status());
      case 1 -> new RequestAnswer.Sir(structure());
      case 2 -> new RequestAnswer.Instrumented(report());
      case 3 -> new RequestAnswer.Deinstrumented(report());
      case 4 -> new RequestAnswer.Profiled(profile());
      case 5 -> new RequestAnswer.Detached(status());
      case 6 -> new RequestAnswer.Changed(made());
      case 7 -> new RequestAnswer.Undone(made());
      case 8 -> new RequestAnswer.Changes(some(this::made));
      case 9 -> new RequestAnswer.Loaded(load());
      case 10 -> new RequestAnswer.Resumed(status());
      case 11 -> new RequestAnswer.Output(output());
      case 12 -> new RequestAnswer.Terminated(status());
      default -> new RequestAnswer.Refused(any(IrlRequest.Kind.values()), refusal());
    };
  }

  private MadeChange made() {
    return new MadeChange(
        name(), maybe(this::number), maybe(this::number), span(), span(), count());
  }

  private ProcessLoad load() {
    return new ProcessLoad(1 + random.nextInt(64), random.nextInt(9), span(), span(), span());
  }

  private OutputPart output() {
    byte[] bytes = new byte[random.nextInt(200)];
    random.nextBytes(bytes);
    long written = Math.max(bytes.length, count());
    long from = random.nextBoolean() ? 0 : written - bytes.length;
    return new OutputPart(any(OutputPart.Stream.values()), from, bytes, written);
  }

  private Duration span() {
    return Duration.ofNanos(random.nextLong(1L << 50));
  }

  private ProcessStatus status() {
    return new ProcessStatus(
        any(ProcessStatus.State.values()),
        random.nextBoolean() ? OptionalInt.of(random.nextInt()) : OptionalInt.empty(),
        random.nextBoolean() ? OptionalInt.of(random.nextInt(64)) : OptionalInt.empty());
  }

  private SensorReport report() {
    List<RegionPattern> unmatched = some(this::pattern);
    Map<RegionPattern, String> hints = new HashMap<>();
    unmatched.forEach(pattern -> maybe(this::text).ifPresent(text -> hints.put(pattern, text)));
    return new SensorReport(
        some(
            () ->
                new SensorResult(
                    region(text()), maybe(this::refusal), any(Backend.values()), nanos())),
        unmatched,
        span(),
        span(),
        hints);
  }
}
