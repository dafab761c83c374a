package io.flowgauge.model.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
      assertThat(index.index("id-" + k)).isEqualTo(k);
    }
    assertThat(index.size()).isEqualTo(MANY);
    assertThat(IntStream.range(0, MANY).allMatch(k -> index.of("id-" + k) == k)).isTrue();
    assertThat(index.id(7)).isEqualTo("id-7");
  }

  @Test
  void index_knownId_isNotAddedAgain() {
    IdIndex index = new IdIndex();
    for (int k = 0; k < MANY; k++) {
      assertThat(index.index("id-" + k)).isEqualTo(k);
      assertThat(index.index("id-" + k)).isEqualTo(k);
      assertThat(index.index("id-" + k / 2)).isEqualTo(k / 2);
    }
    assertThat(index.size()).isEqualTo(MANY);
  }

  /** Whether the lowest bits of the hash by which the index places an id are 0. */
  private static boolean isCrowded(String id) {
    int hash = id.hashCode() * 0x9E3779B9;
    return ((hash ^ hash >>> 16) & 0x3f) == 0;
  }

  /** Such ids find no place in a small table, but do in a larger one. */
  @Test
  void index_idsCrowdedAtFirst_allFound() {
    IdIndex index = new IdIndex();
    List<String> ids =
        IntStream.range(0, 20 * MANY)
            .mapToObj(Integer::toString)
            .filter(IdIndexTest::isCrowded)
            .toList();
    for (int k = 0; k < ids.size(); k++) {
      assertThat(index.index(ids.get(k))).isEqualTo(k);
    }
    assertThat(IntStream.range(0, ids.size()).allMatch(k -> index.index(ids.get(k)) == k)).isTrue();
    assertThat(index.of("x")).isEqualTo(IdIndex.NONE);
  }

  @Test
  void of_idsOfOneHash_allFound() {
    IdIndex index = new IdIndex();
    int count = 1 << 14;
    for (int k = 0; k < count; k++) {
      index.index(sameHash(k));
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
            () -> IntStream.range(0, MANY).forEach(k -> index.index(Integer.toString(k))));
    int next = 0;
    while (next < MANY) {
      int found = index.of(Integer.toString(next));
      assertThat(found).isIn(next, IdIndex.NONE);
      next += found == next || adding.isCompletedExceptionally() ? 1 : 0;
    }
    adding.join();
  }
}
