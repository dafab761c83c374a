package io.flowgauge.log.text;

import io.flowgauge.log.FieldType;
import io.flowgauge.log.read.EventCursor;
import java.io.IOException;
import java.io.OutputStream;

/** Writes events as lines of names and values. */
final class PairWriter implements EventWriter {
  private final PairForm form;
  private final ByteText out;
  private final TimeText time;
  private PairTemplate template;

  PairWriter(PairForm form, OutputStream out) {
    this.form = form;
    this.out = new ByteText(out);
    time = new TimeText(now -> form.timeKey() + "=" + form.seconds(now), TimeText.MICRO_DIGITS);
  }

  @Override
  public void write(EventCursor event) throws IOException {
    if (template == null || !template.fits(event)) {
      template = new PairTemplate(form, event);
    }
    time.put(event.timeNanos(), out);
    out.put(template.head());
    for (int k = 0; k < template.size(); k++) {
      out.put(template.name(k));
      value(event, template.field(k), template.type(k));
    }
    out.put(template.tail());
  }

  private void value(EventCursor event, int field, FieldType type) throws IOException {
    if (type == FieldType.STRING) {
      out.put(PairText.of(event.string(field)));
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
