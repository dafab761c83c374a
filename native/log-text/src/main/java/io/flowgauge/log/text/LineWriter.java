package io.flowgauge.log.text;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.read.EventCursor;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Writes events as lines of names and values, or as rows of a table. It uses no library: quoting is
 * a line of code, and a library would bring a data binding that no program should have to load for
 * its log.
 */
final class LineWriter implements EventWriter {
  private final ByteText out;
  private final TimeText time;
  private final Function<EventCursor, LineTemplate> templates;
  private LineTemplate template;

  private LineWriter(ByteText out, TimeText time, Function<EventCursor, LineTemplate> templates) {
    this.out = out;
    this.time = time;
    this.templates = templates;
  }

  /** Creates a writer of lines of names and values. */
  static LineWriter pairs(PairForm form, OutputStream out) {
    TimeText time =
        new TimeText(now -> form.timeKey() + "=" + form.seconds(now), TimeText.MICRO_DIGITS);
    return new LineWriter(new ByteText(out), time, event -> new PairTemplate(form, event));
  }

  /** Creates a writer of rows of a table, and writes the row of names. */
  static LineWriter csv(OutputStream out, Collection<EventSchema> schemas) throws IOException {
    Set<String> columns = CsvColumns.of(schemas);
    ByteText text = new ByteText(out);
    text.put(columns.stream().map(CsvRow::cell).collect(Collectors.joining(",", "", "\n")));
    TimeText time = new TimeText(PairForm.BP::seconds, TimeText.NANO_DIGITS);
    return new LineWriter(text, time, event -> new CsvRow(event, columns));
  }

  @Override
  public void write(EventCursor event) throws IOException {
    if (template == null || !template.fits(event)) {
      template = templates.apply(event);
    }
    time.put(event.timeNanos(), out);
    out.put(template.head());
    for (int k = 0; k < template.size(); k++) {
      out.put(template.before(k));
      value(event, template.field(k), template.type(k));
    }
    out.put(template.tail());
  }

  private void value(EventCursor event, int field, FieldType type) throws IOException {
    if (type == FieldType.STRING) {
      out.put(template.text(event.string(field)));
    } else {
      out.number(event, field, type);
    }
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
