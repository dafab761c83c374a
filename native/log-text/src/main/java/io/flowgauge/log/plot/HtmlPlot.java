package io.flowgauge.log.plot;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.StringWriter;
import java.io.Writer;

/** Writes a plot as a page that draws itself: a template with the data in it. */
final class HtmlPlot {
  private static final String TEMPLATE = "lifelines.html";
  private static final String TITLE = "{{title}}";
  private static final String DATA = "{{data}}";

  private HtmlPlot() {}

  static void write(PlotData data, OutputStream out) throws IOException {
    String template = template();
    int title = template.indexOf(TITLE);
    int at = template.indexOf(DATA);
    Writer writer = new OutputStreamWriter(out, UTF_8);
    writer.write(template.substring(0, title));
    writer.write(escaped(data.title()));
    writer.write(template.substring(title + TITLE.length(), at));
    writer.write(json(data));
    writer.write(template.substring(at + DATA.length()));
    writer.flush();
  }

  private static String template() throws IOException {
    try (InputStream in = HtmlPlot.class.getResourceAsStream(TEMPLATE)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  /** Returns the data as JSON, without characters that could end the element that contains it. */
  private static String json(PlotData data) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("title", data.title());
      json.writeStringField("summary", data.summary());
      json.writeStringField("omission", data.omission());
      json.writeStringField("first", Long.toString(data.span().first()));
      json.writeNumberField("length", length(data));
      json.writeNumberField("oneIn", data.oneIn());
      stages(data, json);
      lifelines(data, json);
      points(data, json);
      bins(data, json);
      series(data, json);
      json.writeEndObject();
    }
    return text.toString().replace("<", "\\u003c");
  }

  private static double length(PlotData data) {
    PlotData.Span span = data.span();
    return span.events() == 0 ? 0 : (double) span.last() - span.first();
  }

  private static void stages(PlotData data, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("stages");
    for (PlotData.Stage stage : data.stages()) {
      json.writeStartObject();
      json.writeStringField("name", stage.name());
      json.writeNumberField("count", stage.count());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void lifelines(PlotData data, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("groups");
    for (String group : data.groups().names()) {
      json.writeString(group);
    }
    json.writeEndArray();
    json.writeBooleanField("others", data.groups().hasOthers());
    json.writeArrayFieldStart("ids");
    for (String id : data.ids()) {
      json.writeString(id);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("group");
    for (int line = 0; line < data.ids().size(); line++) {
      json.writeNumber(data.groups().of(line));
    }
    json.writeEndArray();
  }

  /**
   * Writes times relative to the first event, which keeps them exact to the nanosecond for about a
   * hundred days.
   */
  private static void points(PlotData data, JsonGenerator json) throws IOException {
    PlotPoints points = data.points();
    int[] rows = data.rows();
    json.writeArrayFieldStart("time");
    for (int k = 0; k < points.size(); k++) {
      json.writeNumber(points.time(k) - data.span().first());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("row");
    for (int k = 0; k < points.size(); k++) {
      json.writeNumber(rows[points.stage(k)]);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("line");
    for (int k = 0; k < points.size(); k++) {
      json.writeNumber(points.line(k));
    }
    json.writeEndArray();
  }

  private static void bins(PlotData data, JsonGenerator json) throws IOException {
    TimeBins bins = data.bins();
    json.writeObjectFieldStart("bins");
    json.writeNumberField("begin", bins.begin(0) - data.span().first());
    json.writeNumberField("width", bins.widthNanos());
    json.writeArrayFieldStart("counts");
    for (PlotData.Stage stage : data.stages()) {
      json.writeStartArray();
      for (int bin = 0; bin < bins.size(); bin++) {
        json.writeNumber(bins.count(stage.number(), bin));
      }
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void series(PlotData data, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("series");
    for (PlotSeries series : data.series()) {
      json.writeStartObject();
      json.writeStringField("name", series.name());
      json.writeBooleanField("line", series.isLine());
      json.writeNumberField("low", series.low());
      json.writeNumberField("high", series.high());
      json.writeArrayFieldStart("time");
      for (int k = 0; k < series.size(); k++) {
        json.writeNumber(series.time(k) - data.span().first());
      }
      json.writeEndArray();
      json.writeArrayFieldStart("value");
      for (int k = 0; k < series.size(); k++) {
        json.writeNumber(series.value(k));
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
