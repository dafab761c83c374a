package io.flowgauge.traces.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.spi.DocumentFormat;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonDocumentsTest {
  private final DocumentFormat format = DocumentFormat.installed();

  @TempDir private Path folder;

  @Test
  void read_whatWasWritten_isTheSame() throws IOException {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("text", "é \"quoted\"\n");
    document.put("list", List.of(1.0, List.of(), Map.of(), true, false));
    document.put("inner", Map.of("a", Map.of("b", List.of("c"))));
    Path file = folder.resolve("x.json");
    format.write(document, file);

    assertThat(format.read(file)).isEqualTo(document);
    assertThat(Files.readString(file))
        .startsWith("{\"text\":\"é \\\"quoted\\\"\\n\",")
        .endsWith("}\n");
  }

  @Test
  void write_thatFails_leavesTheFileAsItWas() throws IOException {
    Path file = folder.resolve("x.json");
    format.write(Map.of("a", "b"), file);
    Map<String, Object> unwritable = new LinkedHashMap<>();
    unwritable.put("a", "c");
    unwritable.put("b", new Object());

    assertThatThrownBy(() -> format.write(unwritable, file)).isInstanceOf(Exception.class);
    assertThat(format.read(file)).isEqualTo(Map.of("a", "b"));
    assertThat(folder).isDirectoryNotContaining(each -> !each.equals(file));
  }

  @Test
  void read_numbers_areExact() throws IOException {
    Random random = new Random(1);
    Path file = folder.resolve("x.json");
    List<Double> numbers =
        random
            .longs(100_000)
            .mapToDouble(Double::longBitsToDouble)
            .filter(Double::isFinite)
            .boxed()
            .toList();
    format.write(Map.of("numbers", numbers, "whole", Integer.MAX_VALUE), file);

    assertThat(format.read(file))
        .containsEntry("numbers", numbers)
        .containsEntry("whole", 0x1p31 - 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\": null}|$.a: found null, expected a text, a number, true, false, an array or an object",
        "{\"a\": [1, 1e99999999999]}|$.a[1]: found 1e99999999999, expected a text, a number",
        "{\"a\": 1, \"a\": 2}|$.a: found this key a second time, expected every key once",
        "{\"a\": [1,|found the end of the file, expected the rest of a JSON document",
        "3|$: found 3, expected an object"
      })
  void read_noDocument_saysWhere(String text, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), text);

    assertThatThrownBy(() -> format.read(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageContaining(message);
  }
}
