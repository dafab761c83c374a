package io.flowgauge.runlog;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.run.EventType;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The event types of a run, as listed in the package description. */
final class RunSchemas {
  static final EventSchema BEGIN = of("run.begin").string("guid").string("name").build();
  static final EventSchema JOIN = of("run.join").string("guid").build();
  static final EventSchema START = of("run.start").int64("time").build();
  static final EventSchema END = of("run.end").int64("time").build();
  static final EventSchema MAKESPAN = of("run.makespan").int64("nanos").build();
  static final EventSchema TIME_BASE = of("run.timebase").string("base").build();
  static final EventSchema PROCESSOR =
      of("run.processor")
          .int32("slots")
          .float64("speed")
          .string("processor")
          .string("site")
          .build();
  static final EventSchema ATTRIBUTE =
      of("run.activity.attribute").int32("part").string("name").string("value").build();
  static final EventSchema ACTIVITY =
      of("run.activity")
          .int64("run")
          .int32("iteration")
          .int32("attributes")
          .string("activity")
          .string("type")
          .string("kind")
          .build();
  static final EventSchema KNOWN = of("run.activity.known").int64("run").string("activity").build();
  static final EventSchema DEPENDENCY = of("run.dependency").int64("from").int64("to").build();
  static final EventSchema ASSIGNED =
      of("run.activity.assigned").int32("attempt").string("processor").build();
  static final EventSchema WALLCLOCK = of("run.activity.wallclock").int64("nanos").build();
  static final EventSchema IDEAL = of("run.activity.ideal").int64("nanos").build();
  static final EventSchema PHASE =
      of("run.activity.phase").int64("begin").int64("end").string("phase").build();
  static final EventSchema ATTEMPT_WALLCLOCK =
      of("run.attempt.wallclock").int32("attempt").int64("nanos").build();
  static final EventSchema ATTEMPT_PHASE =
      of("run.attempt.phase").int32("attempt").int64("begin").int64("end").string("phase").build();
  static final EventSchema PHASE_TIME =
      of("run.activity.phase.time").int64("nanos").string("phase").build();
  static final EventSchema CODE_REGION =
      of("run.code.region")
          .int64("calls")
          .int64("nanos")
          .int64("own")
          .int64("open")
          .string("region")
          .string("source")
          .build();
  static final EventSchema CODE_CALL =
      of("run.code.call").int64("calls").int64("nanos").string("caller").string("callee").build();
  static final EventSchema CODE_ANEW = of("run.code.anew").build();
  static final EventSchema CODE_PROFILE =
      of("run.code.profile").int64("time").int32("regions").int32("calls").build();
  static final EventSchema SERVICE =
      of("run.service").int64("begin").int64("end").string("service").build();
  static final EventSchema HOST_LOAD =
      of("run.load")
          .int64("begin")
          .int64("end")
          .float64("least")
          .float64("mean")
          .float64("most")
          .string("host")
          .string("quantity")
          .string("unit")
          .build();
  static final EventSchema REGION = node("run.region").string("kind").string("name").build();
  static final EventSchema LEAF = node("run.region.activity").int64("activity").build();
  static final EventSchema LINK =
      of("run.region.link").int32("tree").int32("node").int32("from").int32("to").build();
  static final EventSchema REGIONS =
      of("run.regions").int32("tree").int32("nodes").int32("links").build();
  static final EventSchema DIAGNOSTIC =
      of("run.diagnostic").string("severity").string("where").string("message").build();
  static final EventSchema UNUSABLE = of("run.unusable").string("call").build();

  private static final Map<EventType, EventSchema> AT_LOG_TIME =
      byType(type -> event(type).build());
  private static final Map<EventType, EventSchema> AT_GIVEN_TIME =
      byType(type -> event(type).int64("time").build());

  private RunSchemas() {}

  /** Returns the type of an activity's event that happened when it was logged. */
  static EventSchema atLogTime(EventType type) {
    return AT_LOG_TIME.get(type);
  }

  /** Returns the type of an activity's event that states its time. */
  static EventSchema atGivenTime(EventType type) {
    return AT_GIVEN_TIME.get(type);
  }

  private static EventSchema.Builder of(String name) {
    return EventSchema.named(name).lifeline("id", FieldType.INT64);
  }

  private static EventSchema.Builder event(EventType type) {
    return of("run.activity." + type.name().toLowerCase(Locale.ROOT)).int32("attempt");
  }

  private static EventSchema.Builder node(String name) {
    return of(name).int32("tree").int32("node").int32("parent").int32("place");
  }

  private static Map<EventType, EventSchema> byType(Function<EventType, EventSchema> schema) {
    return Arrays.stream(EventType.values())
        .collect(Collectors.toUnmodifiableMap(type -> type, schema));
  }
}
