package io.flowgauge.cli.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.read.LogLoss;
import io.flowgauge.log.read.LogStream;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;

/** Writes statistics of a log as a JSON object, without unknown values. */
final class LogStatsJson {
  private static final double[] QUANTILES = {0.5, 0.9, 0.95, 0.99};

  private final JsonGenerator json;

  private LogStatsJson(JsonGenerator json) {
    this.json = json;
  }

  static void write(LogStatistics statistics, LogInput input, Writer out) throws IOException {
    JsonGenerator json = new JsonFactory().createGenerator(out);
    json.setPrettyPrinter(new DefaultPrettyPrinter());
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    new LogStatsJson(json).write(statistics, input);
    json.close();
    out.write("\n");
  }

  private void write(LogStatistics statistics, LogInput input) throws IOException {
    json.writeStartObject();
    times(statistics.all());
    json.writeArrayFieldStart("types");
    for (Map.Entry<String, TypeStatistics> type : statistics.types().entrySet()) {
      type(type.getKey(), type.getValue());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("durations");
    for (Map.Entry<String, PairStatistics> pair : statistics.pairs().entrySet()) {
      pair(pair.getKey(), pair.getValue());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("streams");
    for (LogStream stream : input.streams()) {
      stream(stream);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("losses");
    for (LogLoss loss : input.losses()) {
      loss(loss);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void times(TypeStatistics type) throws IOException {
    json.writeNumberField("events", type.count());
    if (type.count() > 0) {
      json.writeStringField("first", Times.instant(type.first()).toString());
      json.writeStringField("last", Times.instant(type.last()).toString());
    }
    number("perSecond", type.rate());
  }

  private void number(String key, double value) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumberField(key, value);
    }
  }

  private void type(String name, TypeStatistics type) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", name);
    times(type);
    json.writeObjectFieldStart("fields");
    for (Map.Entry<String, NumberSummary> field : type.fields().entrySet()) {
      json.writeObjectFieldStart(field.getKey());
      summary(field.getValue());
      json.writeNumberField("notFinite", field.getValue().without());
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void summary(NumberSummary numbers) throws IOException {
    json.writeNumberField("count", numbers.count());
    if (numbers.count() > 0) {
      number("min", numbers.min());
      number("mean", numbers.mean());
      number("max", numbers.max());
      number("sd", numbers.deviation());
    }
  }

  private void pair(String name, PairStatistics pair) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", name);
    NumberSummary seconds = pair.durations().seconds();
    summary(seconds);
    if (seconds.count() > 0) {
      json.writeObjectFieldStart("quantiles");
      for (double quantile : QUANTILES) {
        number(Double.toString(quantile), pair.durations().quantile(quantile));
      }
      json.writeEndObject();
    }
    json.writeNumberField("open", pair.open());
    json.writeNumberField("withoutStart", pair.unstarted());
    json.writeNumberField("endBeforeStart", pair.backward());
    json.writeEndObject();
  }

  private void stream(LogStream stream) throws IOException {
    json.writeStartObject();
    if (stream.source().isPresent()) {
      StreamIdentity source = stream.source().get();
      json.writeStringField("host", source.host());
      json.writeStringField("program", source.program());
      json.writeNumberField("processId", source.processId());
      json.writeStringField("thread", source.thread());
    }
    json.writeNumberField("events", stream.events());
    json.writeNumberField("lost", stream.lost());
    json.writeNumberField("dropped", stream.dropped());
    json.writeBooleanField("complete", stream.complete());
    json.writeEndObject();
  }

  private void loss(LogLoss loss) throws IOException {
    json.writeStartObject();
    json.writeStringField("file", loss.file().toString());
    json.writeNumberField("offset", loss.offset());
    json.writeNumberField("bytes", loss.bytes());
    json.writeNumberField("events", loss.events());
    json.writeStringField("reason", loss.reason());
    json.writeEndObject();
  }
}
