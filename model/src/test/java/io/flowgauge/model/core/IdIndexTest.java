package io.flowgauge.model.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IdIndexTest {
  private static final int MANY = 100_000;

  @Test
  void of_manyIds_numberedInOrder() {
    IdIndex index = new IdIndex();
    for (int k = 0; k < MANY; k++) {
      assertThat(index.of("id-" + k)).isEqualTo(IdIndex.NONE);
      assertThat(index.add("id-" + k)).isEqualTo(k);
    }
    assertThat(index.size()).isEqualTo(MANY);
    assertThat(IntStream.range(0, MANY).allMatch(k -> index.of("id-" + k) == k)).isTrue();
    assertThat(index.id(7)).isEqualTo("id-7");
  }

  @Test
  void of_idsOfOneHash_allFound() {
    IdIndex index = new IdIndex();
    int count = 1 << 14;
    for (int k = 0; k < count; k++) {
      index.add(sameHash(k));
    }
    assertThat(IntStream.range(0, count).allMatch(k -> index.of(sameHash(k)) == k)).isTrue();
    assertThat(index.of(sameHash(count))).isEqualTo(IdIndex.NONE);
  }

  /** "Aa" and "BB" have the same hash, and so have all texts of them that are equally long. */
  private static String sameHash(int number) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < 16; bit++) {
      text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  @Test
  void of_whileAnotherThreadAdds_neverWrong() {
    IdIndex index = new IdIndex();
    CompletableFuture<Void> adding =
        CompletableFuture.runAsync(
            () -> IntStream.range(0, MANY).forEach(k -> index.add(Integer.toString(k))));
    int next = 0;
    while (next < MANY) {
      int found = index.of(Integer.toString(next));
      assertThat(found).isIn(next, IdIndex.NONE);
      next += found == next || adding.isCompletedExceptionally() ? 1 : 0;
    }
    adding.join();
  }
}
