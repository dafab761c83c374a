package io.flowgauge.log.plot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.LifelineKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class LifelinePlotTest {
  private static LifelinePlot.Builder plot() {
    return LifelinePlot.titled("jobs");
  }

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)));
  }

  private static JsonNode data(LifelinePlot plot) throws IOException {
    String html = PlotLogs.html(plot);
    String begin = "type=\"application/json\">";
    int at = html.indexOf(begin) + begin.length();
    return new ObjectMapper().readTree(html.substring(at, html.indexOf("</script>", at)));
  }

  @Test
  void svg_fewJobs_hasALineForEachAndStagesFromTheBottom() throws Exception {
    Document svg = parsed(PlotLogs.svg(plot().of(PlotLogs.cursor(PlotLogs.jobs(10)))));

    assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(10);
    assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(50);
    List<String> stages = new ArrayList<>();
    for (int k = 0; k < svg.getElementsByTagName("tspan").getLength(); k++) {
      stages.add(svg.getElementsByTagName("tspan").item(k).getTextContent());
    }
    assertThat(stages).containsExactly("submit", "queue", "run", "write", "done");
  }

  @Test
  void svg_manyJobs_staysSmallAndSaysWhatIsDrawn() throws Exception {
    String svg = PlotLogs.svg(plot().of(PlotLogs.cursor(PlotLogs.jobs(20_000))));

    parsed(svg);
    assertThat(svg).contains("100,000 events, 20,000 lifelines", "Lines: 1 of 83 lifelines.");
    assertThat(svg.length()).isLessThan(1_000_000);
  }

  @Test
  void html_data_isWhatWasGiven() throws IOException {
    List<LogEvent> events = PlotLogs.jobs(3);
    events.add(LogEvent.of(PlotLogs.START, PlotLogs.LOAD, 0.5));
    events.add(LogEvent.of(PlotLogs.START + 7, PlotLogs.LOAD, Double.NaN));
    JsonNode data = data(plot().line("load", "value").color("host").of(PlotLogs.cursor(events)));

    assertThat(data.get("first").asText()).isEqualTo(Long.toString(PlotLogs.START));
    assertThat(data.get("ids")).extracting(JsonNode::asText).containsExactly("0", "1", "2");
    assertThat(data.get("groups"))
        .extracting(JsonNode::asText)
        .containsExactly("node0", "node1", "node2");
    assertThat(data.get("line")).extracting(JsonNode::asInt).startsWith(0, 0, 0, 0, 0, 1);
    assertThat(data.get("row")).extracting(JsonNode::asInt).startsWith(0, 1, 2, 3, 4, 0);
    assertThat(data.at("/series/0/value")).hasSize(1);
    assertThat(data.get("summary").asText()).startsWith("17 events, 3 lifelines, 2014-05-13T");
  }

  /** Nothing is fetched, and nothing in a log can break out of the data. */
  @Test
  void html_hostileNames_areData() throws IOException {
    EventSchema schema = EventSchema.named("</script><b>").lifeline("id", FieldType.STRING).build();
    LogEvent event = LogEvent.of(0, schema, "<!--</script>\u2028");
    LifelinePlot plot = LifelinePlot.titled("<i>&").of(PlotLogs.cursor(List.of(event)));
    String html = PlotLogs.html(plot);

    assertThat(html).contains("<title>&lt;i>&amp;</title>").doesNotContain("http", "<b>", "<!--");
    assertThat(html.split("</script>", -1)).hasSize(3);
    assertThat(data(plot).at("/ids/0").asText()).isEqualTo("<!--</script>\u2028");
    assertThat(PlotLogs.svg(plot)).contains("&lt;/script&gt;&lt;b&gt;");
  }

  @Test
  void of_moreThanIsKept_leavesOutWholeLifelines() throws IOException {
    LifelinePlot plot = plot().of(PlotLogs.cursor(PlotLogs.jobs(100_000)));
    JsonNode data = data(plot);

    assertThat(plot.events()).isEqualTo(500_000);
    int oneIn = data.get("oneIn").asInt();
    assertThat(oneIn).isIn(4, 8);
    assertThat(data.get("time").size()).isLessThanOrEqualTo(PlotCollector.MAX);
    assertThat(data.get("time").size()).isEqualTo(5 * data.get("ids").size());
    assertThat(data.get("ids").size()).isBetween(80_000 / oneIn, 120_000 / oneIn);
    long counted = 0;
    for (JsonNode stage : data.at("/bins/counts")) {
      for (JsonNode bin : stage) {
        counted += bin.asLong();
      }
    }
    assertThat(counted).isEqualTo(500_000);
  }

  @Test
  void of_oneLifelineOfManyEvents_keepsSomeOfThem() throws IOException {
    EventSchema schema = EventSchema.named("tick").lifeline("id").build();
    List<LogEvent> events = new ArrayList<>();
    for (int k = 0; k < 300_000; k++) {
      events.add(LogEvent.of(k, schema, 1L));
    }
    JsonNode data = data(plot().of(PlotLogs.cursor(events)));

    assertThat(data.get("time").size()).isBetween(60_000, PlotCollector.MAX);
    assertThat(data.get("ids").size()).isOne();
  }

  @Test
  void of_eventsWithoutLifeline_areDotsUnlessNamed() throws Exception {
    EventSchema schema = EventSchema.named("e").int32("id").build();
    List<LogEvent> events = List.of(LogEvent.of(1, schema, 7), LogEvent.of(2, schema, 7));
    String dots = PlotLogs.svg(plot().of(PlotLogs.cursor(events)));
    String line =
        PlotLogs.svg(plot().lifeline(new LifelineKey(List.of("id"))).of(PlotLogs.cursor(events)));

    assertThat(parsed(dots).getElementsByTagName("polyline").getLength()).isZero();
    assertThat(parsed(line).getElementsByTagName("polyline").getLength()).isOne();
  }

  @Test
  void svgAndHtml_atTheEndsOfTime_areDrawn() throws Exception {
    EventSchema schema = EventSchema.named("e").build();
    List<LogEvent> ends =
        List.of(LogEvent.of(Long.MIN_VALUE, schema), LogEvent.of(Long.MAX_VALUE, schema));
    for (List<LogEvent> events : List.of(List.<LogEvent>of(), ends.subList(0, 1), ends)) {
      LifelinePlot plot = plot().line("e", "none").of(PlotLogs.cursor(events));

      parsed(PlotLogs.svg(plot));
      assertThat(data(plot).get("time")).hasSize(events.size());
    }
  }
}
