package io.flowgauge.benchmarks.eventlog;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecordBase;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Avro's container file, one for each thread: the best of the self-describing codecs. */
@State(Scope.Thread)
public class AvroLog {
  private static final Schema SCHEMA =
      SchemaBuilder.record("AvroEvent")
          .namespace(AvroLog.class.getPackageName())
          .prop("HOST", TestEvent.HOST)
          .prop("PROG", TestEvent.PROGRAM)
          .fields()
          .requiredLong("ts")
          .requiredInt("MY_INT")
          .requiredFloat("MY_FLOAT")
          .endRecord();

  /** The event as Avro wants it, reused. */
  public static final class AvroEvent extends SpecificRecordBase {
    private static final long serialVersionUID = 1L;

    private long time;
    private int myInt;
    private float myFloat;

    /** Required of an externalizable class. */
    public AvroEvent() {}

    @Override
    public Schema getSchema() {
      return SCHEMA;
    }

    @Override
    public Object get(int field) {
      return switch (field) {
        case 0 -> time;
        case 1 -> myInt;
        default -> myFloat;
      };
    }

    @Override
    public void put(int field, Object value) {
      throw new UnsupportedOperationException("only written");
    }
  }

  private final AvroEvent event = new AvroEvent();
  private Path file;
  private DataFileWriter<AvroEvent> writer;

  /** Called by JMH. */
  public AvroLog() {}

  @Setup
  public void open() throws IOException {
    file = Arrivals.file("avro");
    writer = new DataFileWriter<>(new SpecificDatumWriter<>(SCHEMA, new SpecificData()));
    writer.create(SCHEMA, file.toFile());
  }

  void log(int myInt, float myFloat) throws IOException {
    event.time = System.nanoTime();
    event.myInt = myInt;
    event.myFloat = myFloat;
    writer.append(event);
  }

  @TearDown
  public void close() throws IOException {
    writer.close();
    long arrived = 0;
    File written = file.toFile();
    try (DataFileReader<IndexedRecord> reader =
        new DataFileReader<>(written, new GenericDatumReader<>(SCHEMA))) {
      while (reader.hasNext()) {
        arrived += reader.getBlockCount();
        reader.nextBlock();
      }
    }
    Arrivals.report("Avro", file, arrived, 0);
  }
}
