package io.flowgauge.instrumentation.xml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.tracking.GroupProfile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Written documents are valid by their schema, which reading enforces, and are read back equal. */
class XmlRoundTripTest {
  private static final int TRIES = 300;

  private interface Writer<T> {
    void write(T value, OutputStream out) throws IOException;
  }

  private interface Reader<T> {
    T read(InputStream in, String file) throws IOException;
  }

  private static <T> void roundTrip(T value, Writer<T> writer, Reader<T> reader)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    writer.write(value, out);
    T read = reader.read(new ByteArrayInputStream(out.toByteArray()), "document.xml");
    assertThat(read).as(() -> out.toString(UTF_8)).isEqualTo(value);
    ByteArrayOutputStream again = new ByteArrayOutputStream();
    writer.write(read, again);
    assertThat(again.toByteArray()).isEqualTo(out.toByteArray());
  }

  @Property(tries = TRIES)
  void structure_any_isReadBackEqual(@ForAll long seed) throws IOException {
    roundTrip(new RandomDocuments(seed).structure(), StructureXml::write, StructureXml::read);
  }

  @Property(tries = TRIES)
  void profile_any_isReadBackEqual(@ForAll long seed) throws IOException {
    roundTrip(new RandomDocuments(seed).profile(), ProfileXml::write, ProfileXml::read);
  }

  @Property(tries = TRIES)
  void sums_any_areReadBackEqual(@ForAll long seed) throws IOException {
    RandomDocuments documents = new RandomDocuments(seed);
    GroupProfile sums =
        new GroupProfile(Optional.of("JOB=1"), 7, documents.profile().regions(), List.of());
    roundTrip(sums, ProfileXml::writeSums, ProfileXml::readSums);
  }

  @Property(tries = TRIES)
  void irl_any_isReadBackEqual(@ForAll long seed) throws IOException {
    roundTrip(new RandomDocuments(seed).irl(), IrlXml::write, IrlXml::read);
  }

  @Property(tries = TRIES)
  void answer_any_isReadBackEqual(@ForAll long seed) throws IOException {
    roundTrip(new RandomDocuments(seed).answer(), AnswerXml::write, AnswerXml::read);
  }

  @Property(tries = 1000)
  void text_any_isDecodedEqual(@ForAll String text) {
    assertThat(XmlText.decode(XmlText.encode(text))).isEqualTo(text);
  }
}
