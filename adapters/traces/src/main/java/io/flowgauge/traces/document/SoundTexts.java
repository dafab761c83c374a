package io.flowgauge.traces.document;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import java.io.IOException;
import java.util.Locale;

/**
 * Writes half of a surrogate pair, which UTF-8 cannot encode, as six characters such as {@code
 * \\udce9}: names in which JSON escapes it could not be read again. Such texts come from programs
 * that pass on file names in another encoding, as those in Python do. Not thread-safe.
 */
final class SoundTexts extends JsonGeneratorDelegate {
  private boolean hasChanged;

  SoundTexts(JsonGenerator json) {
    super(json);
  }

  /** Whether it has met such a text. */
  boolean hasChanged() {
    return hasChanged;
  }

  @Override
  public void writeFieldName(String name) throws IOException {
    super.writeFieldName(wellFormed(name));
  }

  @Override
  public void writeString(String text) throws IOException {
    super.writeString(text == null ? null : wellFormed(text));
  }

  @Override
  public void writeArray(String[] array, int offset, int length) throws IOException {
    writeStartArray(array, length);
    for (int k = offset; k < offset + length; k++) {
      writeString(array[k]);
    }
    writeEndArray();
  }

  private String wellFormed(String text) {
    for (int k = 0; k < text.length(); k++) {
      if (Character.isSurrogate(text.charAt(k))) {
        return replaceUnpairedSurrogates(text);
      }
    }
    return text;
  }

  private String replaceUnpairedSurrogates(String text) {
    StringBuilder wellFormed = new StringBuilder();
    text.codePoints().forEach(point -> append(wellFormed, point));
    return wellFormed.toString();
  }

  private void append(StringBuilder wellFormed, int point) {
    if (Character.getType(point) == Character.SURROGATE) {
      hasChanged = true;
      wellFormed.append(String.format(Locale.ROOT, "\\u%04x", point));
    } else {
      wellFormed.appendCodePoint(point);
    }
  }
}
