package io.flowgauge.instrumentation.xml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Structure;
import io.flowgauge.instrumentation.irl.Irl;
import io.flowgauge.instrumentation.irl.IrlRequest;
import io.flowgauge.trace.TraceFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hand-written, invalid and hostile documents. */
class XmlInputTest {
  private static final String HEAD = "<irl xmlns='urn:flowgauge:instrumentation:1' version='1'>\n";
  private static final String ONE = "<processes><process pid='7'/></processes>\n";

  private static Irl irl(String text) throws IOException {
    return IrlXml.read(new ByteArrayInputStream(text.getBytes(UTF_8)), "irl.xml");
  }

  private static void refused(String text, String message) {
    assertThatThrownBy(() -> irl(text))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage("irl.xml: " + message);
  }

  @Test
  void irl_byHand_meansWhatItSays() throws IOException {
    Irl irl =
        irl(
            HEAD
                + "<!-- by hand -->"
                + "<processes><process executable='mProject*'><variable name='JOB' value='12'/>"
                + "</process></processes>"
                + "<instrument><include name='operator\\*'/><metric name='cputime'/></instrument>"
                + "<detach/></irl>");
    assertThat(irl.requests()).hasSize(2);
    IrlRequest.Instrument instrument = (IrlRequest.Instrument) irl.requests().get(0);
    assertThat(instrument.sensors().metrics())
        .containsExactlyInAnyOrder(Metric.CALLS, Metric.CPU_TIME);
    assertThat(instrument.sensors().include().get(0)).hasToString("*:operator\\*");
  }

  @Test
  void irl_documentedExample_isValid() throws IOException {
    String source =
        Files.readString(
            Path.of("src/main/java/io/flowgauge/instrumentation/xml/IrlXml.java"), UTF_8);
    String example =
        source
            .substring(source.indexOf("<irl xmlns"), source.indexOf("</irl>") + 6)
            .replaceAll("\n \\* ", "\n");
    assertThat(irl(example).requests()).hasSize(7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<atach/></irl>          | line 3: found element atach, expected one of the elements"
            + " attach, getsir, instrument, deinstrument, getprofile, change, undo, getchanges,"
            + " getload, resume, getoutput, terminate, detach",
        "</irl>                  | line 3: found the end of element irl, expected one of the"
            + " elements attach, getsir, instrument, deinstrument, getprofile, change, undo,"
            + " getchanges, getload, resume, getoutput, terminate, detach",
        "<attach pid='3'/></irl> | line 3: found attribute pid of element attach, expected only"
            + " attributes the schema knows",
        "<change/></irl> | line 3: found the end of element change, expected one of the elements"
            + " set, call, rewriteargument, rewriteresult, replace",
        "<change><set name='x'><value/></set></change></irl> | line 3: found an element without a"
            + " number, expected one of the attributes whole and fraction",
        "<change><set name='x'><value whole='1' fraction='1'/></set></change></irl> | line 3: found"
            + " a number that is both whole and a fraction, expected one of the attributes whole"
            + " and fraction",
        "<change><set name='x'><value whole='1e3'/></set></change></irl> | line 3: found '1e3',"
            + " expected a value of type integer",
        "<change><rewriteargument name='f' index='0' pointedBytes='3'><value whole='1'/>"
            + "</rewriteargument></change></irl> | line 3: found '3', expected one of 0, 1, 2, 4, 8",
        "<instrument><include/></instrument></irl> | line 3: found element include without"
            + " attribute name, expected the attribute",
        "<instrument><include name=''/></instrument></irl> | line 3: found '', expected text that"
            + " is not empty",
        "<instrument><include name='f'/><metric name='time'/></instrument></irl> | line 3: found"
            + " 'time', expected one of calls, wtime, cputime, cycles, instructions, cache-misses,"
            + " branch-misses, page-faults, context-switches, cpu-migrations",
        "<instrument costLimit='-1'><include name='f'/></instrument></irl> | line 3: found '-1',"
            + " expected a number above 0",
        "<getsir sources='maybe'/></irl> | line 3: found 'maybe', expected a value of type boolean",
        "<attach>now</attach></irl> | line 3: found text or elements in element attach, expected"
            + " nothing of that kind in it",
        "<getoutput stream='input'/></irl> | line 3: found 'input', expected one of output, errors",
        "<attach/> | line 3: found the end of the file, expected the end of every element"
      })
  void irl_wrong_isRefusedWithLineFoundAndExpected(String rest, String message) {
    refused(HEAD + ONE + rest, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<process/>              | line 2: found a process without a selector,"
            + " expected a pid, or else an executable, sha256, cgroup or variables",
        "<process pid='0'/>      | line 2: found '0', expected a number from 1 on",
        "<launch/> | line 2: found the end of element launch, expected one of the elements argument",
        "<launch><argument>a</argument><variable name='a=b' value=''/></launch> | line 2: found"
            + " 'a=b', expected text of the form [^=]+",
        "<process pid='x'/>      | line 2: found 'x', expected a value of type integer",
        "<process pid='1' executable='a'/> | line 2: found a process selected both by pid"
            + " and by other attributes, expected one or the other"
      })
  void selector_wrong_isRefused(String process, String message) {
    refused(HEAD + "<processes>" + process + "</processes><attach/></irl>", message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"from='3' written='4'", "from='9223372036854775807' written='5'"})
  void output_notWithinItsStream_isRefused(String numbers) {
    String text =
        "<answer xmlns='urn:flowgauge:instrumentation:1' version='1'>\n<of>"
            + "<process pid='7' name='a'/><output stream='errors' "
            + numbers
            + ">aGk=</output></of></answer>";
    assertThatThrownBy(() -> AnswerXml.read(new ByteArrayInputStream(text.getBytes(UTF_8)), "a"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("2 bytes from ")
        .hasMessageContaining(" cannot be a part of ");
  }

  @Test
  void root_another_isRefused() {
    refused(
        "<sir xmlns='urn:flowgauge:instrumentation:1' version='1'/>",
        "line 1: found element sir, expected the document's own root element");
    refused(
        "<irl version='1'/>",
        "line 1: found element irl, expected the document's own root element");
  }

  @Test
  void version_another_isRefused() {
    refused(
        HEAD.replace("version='1'", "version='2'") + ONE + "<attach/></irl>",
        "line 1: found '2', expected one of 1");
  }

  @Test
  void locale_another_givesTheSameMessages() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      version_another_isRefused();
      assertThatThrownBy(() -> irl(HEAD + ONE + "<attach/>"))
          .isInstanceOf(TraceFormatException.class)
          .hasMessageStartingWith("irl.xml: line 3: found ");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void entities_expanding_areRefused() {
    String bomb =
        "<!DOCTYPE irl [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>]>\n"
            + "<irl>&b;</irl>";
    refused(bomb, "line 1: found a document type declaration, expected a document without one");
  }

  @Test
  void entities_external_areNeverRead(@TempDir Path folder) throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "secret");
    refused(
        "<!DOCTYPE irl SYSTEM '" + secret.toUri() + "'>" + HEAD + "</irl>",
        "line 1: found a document type declaration, expected a document without one");
    assertThatThrownBy(() -> irl(HEAD.replace(">", "><secret>&x;</secret>")))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageNotContaining(secret.toString());
  }

  @Test
  void schemaLocation_elsewhere_isNotLookedAt() throws IOException {
    String text =
        HEAD.replace(
                "version",
                "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
                    + " xsi:schemaLocation='urn:flowgauge:instrumentation:1"
                    + " http://localhost:1/x.xsd' version")
            + ONE
            + "<attach/></irl>";
    assertThat(irl(text).requests()).hasSize(1);
  }

  @Test
  void nesting_deep_isRefusedAtTheFirstElementOutOfPlace() {
    refused(
        HEAD + "<a>".repeat(1_000_000),
        "line 2: found element a, expected one of the elements processes");
  }

  @Test
  void names_huge_areRefused() {
    String huge = "x".repeat(5_000_000);
    assertThatThrownBy(() -> irl(HEAD + "<" + huge + "/>"))
        .isInstanceOf(TraceFormatException.class)
        .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(1000));
  }

  @Test
  void values_huge_areRead() throws IOException {
    String huge = "x".repeat(5_000_000);
    Irl irl = irl(HEAD + ONE + "<instrument><include name='" + huge + "'/></instrument></irl>");
    assertThat(((IrlRequest.Instrument) irl.requests().get(0)).sensors().include().get(0).name())
        .hasSize(5_000_000);
  }

  @Test
  void attributes_many_areRefused() {
    StringBuilder many = new StringBuilder(HEAD + "<processes");
    for (int k = 0; k < 200_000; k++) {
      many.append(" a").append(k).append("=''");
    }
    assertThatThrownBy(() -> irl(many + "/></irl>")).isInstanceOf(TraceFormatException.class);
  }

  @Test
  void encoding_broken_isRefused() {
    byte[] broken = (HEAD + ONE + "<attach/></irl>").getBytes(UTF_8);
    broken[HEAD.length() + 3] = (byte) 0xff;
    assertThatThrownBy(() -> IrlXml.read(new ByteArrayInputStream(broken), "irl.xml"))
        .isInstanceOf(TraceFormatException.class);
  }

  @Test
  void input_empty_isRefused() {
    refused("", "line 1: found the end of the file, expected an XML document");
    refused("povray", "line 1: found no XML, expected an XML document");
  }

  @Property(tries = 500)
  void input_binary_isRefusedInOneLine(@ForAll byte[] bytes) {
    assertThatThrownBy(() -> IrlXml.read(new ByteArrayInputStream(bytes), "irl.xml"))
        .isInstanceOf(TraceFormatException.class)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n").startsWith("irl.xml: "));
  }

  @Property(tries = 500)
  void profile_damaged_isReadOrRefused(@ForAll long seed, @ForAll int place, @ForAll byte value)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ProfileXml.write(new RandomDocuments(seed).profile(), out);
    byte[] bytes = out.toByteArray();
    bytes[Math.floorMod(place, bytes.length)] = value;
    try {
      ProfileXml.read(new ByteArrayInputStream(bytes), "profile.xml");
    } catch (TraceFormatException e) {
      assertThat(e.getMessage()).startsWith("profile.xml: ");
    }
  }

  @Test
  void profile_unknownCode_isRefusedWithItsLine() {
    String text =
        """
        <profile xmlns='urn:flowgauge:instrumentation:1' version='1'
         since='2026-01-01T00:00:00Z' at='2026-01-01T00:00:01Z'>
        <process pid='7' name='p'/><losses/>
        <region code='3' calls='1'><cpu reason='off'/></region></profile>""";
    assertThatThrownBy(
            () -> ProfileXml.read(new ByteArrayInputStream(text.getBytes(UTF_8)), "profile.xml"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(
            "profile.xml: line 4: found code 3, expected the number of a code element above");
  }

  @Test
  void structure_minimal_hasDefaults() throws IOException {
    String text =
        "<sir xmlns='urn:flowgauge:instrumentation:1' version='1'><process pid='7' name='p'/>"
            + "<unit name='p' kind='executable'><region name='f'/></unit></sir>";
    Structure structure =
        StructureXml.read(new ByteArrayInputStream(text.getBytes(UTF_8)), "sir.xml");
    assertThat(structure.regions()).hasSize(1);
    assertThat(structure.regions().get(0).linkageName()).isEqualTo("f");
    assertThat(structure.regions().get(0).source()).isEmpty();
  }
}
