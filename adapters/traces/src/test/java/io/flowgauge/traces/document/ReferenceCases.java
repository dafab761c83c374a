package io.flowgauge.traces.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.flowgauge.testsupport.SharedData;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** The documents in the shared reference file. Stateless. */
final class ReferenceCases {
  private ReferenceCases() {}

  static List<String> texts() throws IOException {
    JsonFactory factory = new JsonFactory();
    List<String> cases = new ArrayList<>();
    try (JsonParser parser =
        factory.createParser(SharedData.reference("overhead_reference.json").toFile())) {
      while (!"cases".equals(parser.currentName()) || !parser.hasToken(JsonToken.START_ARRAY)) {
        parser.nextToken();
      }
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = factory.createGenerator(text)) {
          generator.copyCurrentStructure(parser);
        }
        cases.add(text.toString());
      }
    }
    return cases;
  }
}
