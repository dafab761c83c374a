package io.flowgauge.cli.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.testsupport.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/instrumentation.md lists exactly the refusal codes that exist. */
class InstrumentationDocTest {
  private static final Pattern ROW = Pattern.compile("\\| `([A-Z_0-9]+)` \\| .+ \\| .* ?\\|");

  @Test
  void refusals_ofTheDocumentation_areAllThereAre() throws IOException {
    List<String> lines = Files.readAllLines(Checkout.root().resolve("docs/instrumentation.md"));
    List<String> documented =
        lines.stream()
            .map(ROW::matcher)
            .filter(matcher -> matcher.matches())
            .map(matcher -> matcher.group(1))
            .toList();

    assertThat(documented)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(RefusalCode.values()).map(RefusalCode::name).toList());
  }
}
