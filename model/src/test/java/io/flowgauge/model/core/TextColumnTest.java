package io.flowgauge.model.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextColumnTest {
  @Property(tries = 200)
  void get_anyTexts_asAdded(@ForAll List<String> texts) {
    assertAsAdded(texts);
  }

  private static TextColumn assertAsAdded(List<String> texts) {
    TextColumn column = new TextColumn();
    texts.forEach(column::add);
    assertThat(column.size()).isEqualTo(texts.size());
    for (int k = 0; k < texts.size(); k++) {
      String text = texts.get(k);
      assertThat(column.get(k)).isEqualTo(text);
      assertThat(column.hash(k)).isEqualTo(text.hashCode());
      assertThat(column.isAt(k, text)).isTrue();
      assertThat(column.isAt(k, text + "x")).isFalse();
      assertThat(column.isAt(k, "x" + text)).isFalse();
      assertThat(column.isAt(k, text.replace('a', 'b'))).isEqualTo(!text.contains("a"));
    }
    return column;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 127, 128, 254, 255, 256, 511, 65_535, 65_536, 1_000_000})
  void get_textsOfALength_asAdded(int length) {
    String plain = "a".repeat(length);
    assertAsAdded(List.of(plain, "short", plain + "ÿ", plain + "Ā", plain));
  }

  @Test
  void get_textsOverManyBlocks_asAdded() {
    List<String> texts = new ArrayList<>();
    for (int k = 0; k < 20_000; k++) {
      texts.add("ä".repeat(k % 256) + k);
    }
    assertAsAdded(texts);
  }

  @Test
  void isAt_charactersOfTheSameLowBits_different() {
    TextColumn column = assertAsAdded(List.of("a"));
    assertThat(column.isAt(0, "\u0161")).isFalse();
  }
}
