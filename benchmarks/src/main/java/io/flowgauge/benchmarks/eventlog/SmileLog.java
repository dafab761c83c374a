package io.flowgauge.benchmarks.eventlog;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.dataformat.smile.SmileFactory;
import com.fasterxml.jackson.dataformat.smile.SmileGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Smile, Jackson's binary JSON, one file for each thread; names and texts are shared. */
@State(Scope.Thread)
public class SmileLog {
  private static final SerializableString TIME = new SerializedString("ts");
  private static final SerializableString EVENT = new SerializedString("event");
  private static final SerializableString HOST = new SerializedString("HOST");
  private static final SerializableString PROGRAM = new SerializedString("PROG");
  private static final SerializableString INT = new SerializedString("MY_INT");
  private static final SerializableString FLOAT = new SerializedString("MY_FLOAT");

  private Path file;
  private JsonGenerator out;

  /** Called by JMH. */
  public SmileLog() {}

  @Setup
  public void open() throws IOException {
    file = Arrivals.file("smile");
    SmileFactory factory =
        SmileFactory.builder().enable(SmileGenerator.Feature.CHECK_SHARED_STRING_VALUES).build();
    out = factory.createGenerator(Files.newOutputStream(file));
  }

  void log(int myInt, float myFloat) throws IOException {
    out.writeStartObject();
    out.writeFieldName(TIME);
    out.writeNumber(System.nanoTime());
    out.writeFieldName(EVENT);
    out.writeString(TestEvent.NAME);
    out.writeFieldName(HOST);
    out.writeString(TestEvent.HOST);
    out.writeFieldName(PROGRAM);
    out.writeString(TestEvent.PROGRAM);
    out.writeFieldName(INT);
    out.writeNumber(myInt);
    out.writeFieldName(FLOAT);
    out.writeNumber(myFloat);
    out.writeEndObject();
  }

  @TearDown
  public void close() throws IOException {
    out.close();
    long arrived = 0;
    try (JsonParser parser = new SmileFactory().createParser(file.toFile())) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.END_OBJECT) {
          arrived++;
        }
      }
    }
    Arrivals.report("Smile", file, arrived, 0);
  }
}
