package io.flowgauge.cli.instrument;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.cli.Outcome;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.xml.StructureXml;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SirCommandTest {
  private final FakeProvider provider = new FakeProvider("native");
  private final String pid = Long.toString(ProcessHandle.current().pid());

  private Outcome sir(String... options) {
    String[] args = new String[options.length + 2];
    System.arraycopy(options, 0, args, 2, options.length);
    args[0] = "sir";
    args[1] = pid;
    // The test is a Java process; unless a provider is named, the JVM provider would take it.
    return Outcome.with(List.of(provider, new FakeProvider("jvm")), args);
  }

  @Test
  void sir_filtered_listsUnitsAndRegions() {
    Outcome outcome =
        sir("--provider", "native", "-i", "app:f1*", "-i", "inlined", "-x", "f1?", "--sources");

    assertThat(outcome)
        .isEqualTo(
            new Outcome(
                0,
                "app, process "
                    + pid
                    + ": 1 unit, 2 regions\n"
                    + "\n"
                    + "app  (/opt/app)\n"
                    + "  inlined(int)  inlined            app.c:10\n"
                    + "  f1               1000  16 bytes  app.c:11\n",
                ""));
    assertThat(provider.attached).singleElement().matches(process -> process.isClosed);
  }

  @Test
  void sir_json_hasEveryPart() throws Exception {
    var json =
        new ObjectMapper().readTree(sir("--provider=native", "-i", "f2", "--format=json").out());

    assertThat(json.path("process").path("pid").asText()).isEqualTo(pid);
    var unit = json.path("units").path(0);
    assertThat(unit.path("kind").asText()).isEqualTo("executable");
    assertThat(unit.path("buildId").asText()).isEqualTo("abc");
    assertThat(unit.path("regions")).hasSize(1);
    assertThat(unit.path("regions").path(0).toString())
        .isEqualTo(
            "{\"unit\":\"app\",\"name\":\"f2\",\"address\":\"0x2000\",\"size\":32,"
                + "\"file\":\"app.c\",\"line\":12}");
  }

  @Test
  void sir_xml_isASirDocument() throws Exception {
    String xml = sir("--provider=native", "-i", "f2", "--format=xml").out();
    var structure =
        StructureXml.read(new ByteArrayInputStream(xml.getBytes(UTF_8)), "standard output");

    assertThat(structure.regions()).extracting(CodeRegion::name).containsExactly("f2");
  }

  @Test
  void sir_javaProcess_isTheJvmProviders() {
    assertThat(sir("-i", "f1").status()).isZero();
    assertThat(provider.attached).isEmpty();
    assertThat(sir("-i", "libc.so.6:read").status()).isZero();
    assertThat(provider.attached).hasSize(1);
  }

  @Test
  void sir_pidIsNoNumber_saysSo() {
    assertThat(Outcome.of("sir", "povray").errors().get(0))
        .isEqualTo(
            "flowgauge: Invalid value for positional parameter at index 0 (PID): 'povray' is not a"
                + " whole number");
  }

  @Test
  void sir_refused_isOneLineWithItsCode() {
    provider.refusal = Optional.of(new Refusal(RefusalCode.PERMISSION, "It is another user's."));

    assertThat(sir("--provider=native"))
        .isEqualTo(new Outcome(1, "", "flowgauge: It is another user's. (PERMISSION)\n"));
  }
}
