package io.flowgauge.log.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class CsvTest {
  private static final long TIME = 1_400_000_000_000_000_007L;
  private static final EventSchema TRANSFER =
      EventSchema.named("transfer.end")
          .lifeline("BLOCK_ID")
          .int32("BYTES")
          .string("FILE")
          .constant("PORT", 2811)
          .build();
  private static final EventSchema LOAD =
      EventSchema.named("load").float64("value").string("host").int32("time").build();
  private static final StreamIdentity SOURCE =
      new StreamIdentity("foo.lbl.gov", "gridftp", 4711, Optional.empty(), 1, "main");

  private static String csv(List<EventSchema> schemas, LogEvent... events) throws IOException {
    return TextForms.write(out -> EventWriter.csv(out, schemas), List.of(events));
  }

  @Test
  void csv_twoTypes_isATableWithEmptyCells() throws IOException {
    LogEvent end = LogEvent.of(TIME, TRANSFER, 17L, 65536, "a, \"b\"\n").from(SOURCE);
    LogEvent load = LogEvent.of(TIME, LOAD, 0.5, "", -1);

    assertThat(csv(List.of(TRANSFER, LOAD), end, load, end))
        .isEqualTo(
            """
            time,event,host,program,pid,thread,BLOCK_ID,BYTES,FILE,PORT,value,_time
            2014-05-13T16:53:20.000000007Z,transfer.end,foo.lbl.gov,gridftp,4711,main,17,65536,"a, ""b""
            ",2811,,
            2014-05-13T16:53:20.000000007Z,load,"",,,,,,,,0.5,-1
            2014-05-13T16:53:20.000000007Z,transfer.end,foo.lbl.gov,gridftp,4711,main,17,65536,"a, ""b""
            ",2811,,
            """);
  }

  @Test
  void csv_valuesNamedLikeColumns_haveOneEach() throws IOException {
    EventSchema odd = EventSchema.named("odd").int32("time").int32("_time").int32("last").build();

    assertThat(csv(List.of(odd), LogEvent.of(TIME, odd, 1, 2, 3)))
        .isEqualTo(
            """
            time,event,host,program,pid,thread,__time,_time,last
            2014-05-13T16:53:20.000000007Z,odd,,,,,1,2,3
            """);
  }

  @Test
  void csv_typeWithoutColumns_isRefused() {
    assertThatThrownBy(() -> csv(List.of(TRANSFER), LogEvent.of(TIME, LOAD, 0.5, "", -1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("event load has a value value, for which the file has no column");
  }

  @Provide
  Arbitrary<LogEvent> events() {
    return RandomEvents.any();
  }

  /** An independent CSV reader reads the same values. */
  @Property(tries = 200)
  void csv_anyEvent_isReadByJackson(@ForAll("events") LogEvent event) throws IOException {
    String text = csv(List.of(event.schema(), TRANSFER), event);
    CsvMapper mapper = new CsvMapper();
    mapper.enable(CsvParser.Feature.WRAP_AS_ARRAY);
    MappingIterator<Map<String, String>> rows =
        mapper.readerFor(Map.class).with(CsvSchema.emptySchema().withHeader()).readValues(text);
    Map<String, String> row = rows.next();

    assertThat(rows.hasNext()).isFalse();
    Map<String, String> expected = new LinkedHashMap<>();
    List.of("host", "program", "pid", "thread", "BLOCK_ID", "BYTES", "FILE", "PORT")
        .forEach(name -> expected.put(name, ""));
    expected.put("event", event.name());
    event.values().forEach((name, value) -> expected.put(name, comparable(value, row.get(name))));
    assertThat(row.remove("time")).startsWith(event.time().toString().substring(0, 19));
    assertThat(row).isEqualTo(expected);
  }

  /**
   * Returns a value's text for comparison: floating-point texts may differ if the numbers are
   * equal.
   */
  private static String comparable(Object value, String cell) {
    boolean same =
        value instanceof Float number
            ? number.equals(Float.valueOf(cell))
            : value instanceof Double d && d.equals(Double.valueOf(cell));
    return same ? cell : value.toString();
  }
}
