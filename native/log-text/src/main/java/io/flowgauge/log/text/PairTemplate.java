package io.flowgauge.log.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.log.Constant;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.read.EventCursor;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The constant part of all lines of one event type from one source, as bytes: everything but time
 * and values. Immutable and thread-safe.
 */
final class PairTemplate implements LineTemplate {
  private static final String UNKNOWN = "unknown";
  private static final String DEFAULT_LEVEL = "Info";

  private final PairForm form;
  private final EventSchema schema;
  private final Optional<StreamIdentity> source;
  private final byte[] head;
  private final int[] fields;
  private final FieldType[] types;
  private final byte[][] names;
  private final byte[] tail;

  PairTemplate(PairForm form, EventCursor event) {
    this.form = form;
    schema = event.schema();
    source = event.source();
    head = (form.zone() + head(event)).getBytes(UTF_8);
    List<Field> all = schema.fields();
    fields = IntStream.range(0, all.size()).filter(k -> !isInHead(all.get(k).name())).toArray();
    types = Arrays.stream(fields).mapToObj(k -> all.get(k).type()).toArray(FieldType[]::new);
    names = Arrays.stream(fields).mapToObj(k -> prefix(all.get(k))).toArray(byte[][]::new);
    tail = constants().getBytes(UTF_8);
  }

  /**
   * Whether the template can be used again; not if fields are in the head, because their values may
   * differ.
   */
  @Override
  public boolean fits(EventCursor event) {
    return schema.equals(event.schema())
        && source.equals(event.source())
        && schema.fields().size() == fields.length;
  }

  private byte[] prefix(Field field) {
    return (" " + key(field.name()) + "=").getBytes(UTF_8);
  }

  private String head(EventCursor event) {
    String name = " " + form.eventKey() + "=" + PairText.of(schema.name());
    String level = pair(form.levelKey(), value(event, form.levelKey(), DEFAULT_LEVEL));
    if (form == PairForm.BP) {
      return name + level;
    }
    String host = source.map(StreamIdentity::host).orElse(UNKNOWN);
    String program = source.map(StreamIdentity::program).orElse(UNKNOWN);
    return pair(form.hostKey(), value(event, form.hostKey(), host))
        + pair(form.programKey(), value(event, form.programKey(), program))
        + level
        + name;
  }

  /**
   * Returns the name of a value in the line, which must differ from those of the time and the
   * event.
   */
  private String key(String name) {
    boolean taken = name.equals(form.timeKey()) || name.equals(form.eventKey());
    return taken ? FreeName.of(name, schema) : name;
  }

  private static String pair(String name, Object value) {
    return " " + name + "=" + (value instanceof String text ? PairText.of(text) : value);
  }

  /** Returns the value of the field or constant of that name, or a default. */
  private Object value(EventCursor event, String name, String otherwise) {
    return event.event().value(name).orElse(otherwise);
  }

  private boolean isInHead(String name) {
    boolean ulm = form == PairForm.ULM;
    return name.equals(form.levelKey())
        || (ulm && (name.equals(form.hostKey()) || name.equals(form.programKey())));
  }

  private String constants() {
    StringBuilder all = new StringBuilder();
    for (Constant constant : schema.constants()) {
      if (!isInHead(constant.name())) {
        all.append(pair(key(constant.name()), constant.value()));
      }
    }
    if (form == PairForm.BP && source.isPresent()) {
      all.append(pairUnlessPresent(form.hostKey(), source.get().host()));
      all.append(pairUnlessPresent(form.programKey(), source.get().program()));
    }
    return all.append('\n').toString();
  }

  private String pairUnlessPresent(String name, String value) {
    boolean has =
        schema.fields().stream().map(Field::name).anyMatch(name::equalsIgnoreCase)
            || schema.constants().stream().map(Constant::name).anyMatch(name::equalsIgnoreCase);
    return has ? "" : pair(name, value);
  }

  @Override
  public byte[] head() {
    return head;
  }

  /** Returns the number of fields that are not in the head. */
  @Override
  public int size() {
    return fields.length;
  }

  @Override
  public int field(int k) {
    return fields[k];
  }

  @Override
  public FieldType type(int k) {
    return types[k];
  }

  @Override
  public byte[] before(int k) {
    return names[k];
  }

  @Override
  public String text(String value) {
    return PairText.of(value);
  }

  @Override
  public byte[] tail() {
    return tail;
  }
}
