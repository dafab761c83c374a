package io.flowgauge.log.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.read.EventCursor;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes events as rows of a table. By hand, as BP is: quoting is one line, and a library for it
 * would come with a data binding that no program should have to take for its log.
 */
final class CsvWriter implements EventWriter {
  private static final byte[] ZONE = {'Z'};

  private final ByteText out;
  private final Set<String> columns;
  private final TimeText time = new TimeText(PairForm.BP::seconds, TimeText.NANO_DIGITS);
  private CsvRow row;

  CsvWriter(OutputStream out, Collection<EventSchema> schemas) throws IOException {
    this.out = new ByteText(out);
    columns = CsvColumns.of(schemas);
    String names = columns.stream().map(CsvRow::cell).collect(Collectors.joining(","));
    this.out.put((names + "\n").getBytes(UTF_8));
  }

  @Override
  public void write(EventCursor event) throws IOException {
    if (row == null || !row.fits(event)) {
      row = new CsvRow(event, columns);
    }
    time.put(event.timeNanos(), out);
    out.put(ZONE);
    for (int k = 0; k < row.size(); k++) {
      out.put(row.before(k));
      value(event, row.field(k), row.type(k));
    }
    out.put(row.tail());
  }

  private void value(EventCursor event, int field, FieldType type) throws IOException {
    if (type == FieldType.STRING) {
      out.put(CsvRow.cell(event.string(field)));
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
