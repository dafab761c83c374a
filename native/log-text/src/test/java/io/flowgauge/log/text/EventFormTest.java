package io.flowgauge.log.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventFormTest {
  private static final EventSchema SIMPLE = EventSchema.named("e").build();

  @TempDir private Path folder;

  @Provide
  Arbitrary<LogEvent> events() {
    return RandomEvents.any();
  }

  @Property(tries = 100)
  void of_whatWasWritten_isItsForm(@ForAll("events") LogEvent event) throws IOException {
    assertThat(EventForm.of(written(EventWriter::binary, event))).contains(EventForm.BINARY);
    assertThat(EventForm.of(written(EventWriter::bp, event))).contains(EventForm.BP);
    assertThat(EventForm.of(written(EventWriter::ulm, event))).contains(EventForm.ULM);
    assertThat(EventForm.of(written(EventWriter::xml, event))).contains(EventForm.XML);
  }

  private static byte[] written(TextForms.Writer form, LogEvent event) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (EventWriter writer = form.to(out)) {
      writer.writeAll(TextForms.cursor(List.of(event)));
    }
    return out.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hello",
        "{\"ts\":1}",
        "<html>",
        "event=x",
        "ts=1",
        "a,b\n1,2",
        "\u0000\u0001"
      })
  void of_somethingElse_isNone(String text) {
    assertThat(EventForm.of(text.getBytes(UTF_8))).isEmpty();
  }

  @Test
  void of_oddBeginnings_isFoundAfterThem() {
    assertThat(EventForm.of("# c\n\nrubbish \"\nts=1 event=a\n".getBytes(UTF_8)))
        .contains(EventForm.BP);
    assertThat(EventForm.of("ts=1 event=a text=\"cut o".getBytes(UTF_8))).contains(EventForm.BP);
    assertThat(EventForm.of("ULM\0    DATE=2014".getBytes(UTF_8))).contains(EventForm.ULM);
    assertThat(EventForm.of("\uFEFF <?xml version='1.0'?><log/>".getBytes(UTF_8)))
        .contains(EventForm.XML);
  }

  @Test
  void of_damagedBinaryFile_isKnownByABlockOrItsName() throws IOException {
    LogEvent event = LogEvent.of(1, SIMPLE);
    byte[] log = written(EventWriter::binary, event);
    byte[] shifted = new byte[log.length + 3];
    System.arraycopy(log, 0, shifted, 3, log.length);
    Path any = Files.write(folder.resolve("log.1"), shifted);
    Path named = Files.write(folder.resolve("log.nlb"), Arrays.copyOfRange(log, 5, 90));

    assertThat(EventForm.of(any)).contains(EventForm.BINARY);
    assertThat(EventForm.of(named)).contains(EventForm.BINARY);
    assertThat(EventForm.of(Files.createFile(folder.resolve("e.bp")))).contains(EventForm.BP);
    assertThat(EventForm.of(Files.createFile(folder.resolve("e.csv")))).isEmpty();
    assertThat(EventForm.of(Files.writeString(folder.resolve("x.bp"), "hello"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void labelledAndNamed_eachForm_isFoundAgain(EventForm form) {
    assertThat(EventForm.labelled(form.label())).contains(form);
    String suffix = form == EventForm.BINARY ? "NLB" : form.label();
    assertThat(EventForm.named(Path.of("x." + suffix))).contains(form);
    assertThat(EventForm.labelled("yaml")).isEmpty();
    assertThat(EventForm.named(Path.of("bp"))).isEmpty();
  }
}
