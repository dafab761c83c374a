package io.flowgauge.opentelemetry;

import io.flowgauge.log.EventSchema;

/** The event types of spans, as listed in the package description. */
final class SpanSchemas {
  static final EventSchema START =
      of("span.start")
          .int64("parent")
          .int32("flags")
          .string("trace")
          .string("name")
          .string("kind")
          .string("state")
          .string("scope")
          .string("version")
          .string("schema")
          .build();
  static final EventSchema EVENT =
      of("span.event").int32("index").int64("time").int32("total").string("name").build();
  static final EventSchema LINK =
      of("span.link")
          .int32("index")
          .int64("span")
          .int32("flags")
          .int32("total")
          .string("trace")
          .string("state")
          .build();
  static final EventSchema ATTRIBUTE =
      of("span.attribute")
          .int32("index")
          .int32("part")
          .string("owner")
          .string("key")
          .string("type")
          .string("value")
          .build();
  static final EventSchema RESOURCE = of("span.resource").string("schema").build();
  static final EventSchema END =
      of("span.end")
          .int64("start")
          .int64("time")
          .int64("resource")
          .int32("status")
          .int32("attributes")
          .int32("events")
          .int32("links")
          .string("name")
          .string("message")
          .build();

  private SpanSchemas() {}

  private static EventSchema.Builder of(String name) {
    return EventSchema.named(name).lifeline("id");
  }
}
