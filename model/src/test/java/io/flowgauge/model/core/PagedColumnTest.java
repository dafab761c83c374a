package io.flowgauge.model.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class PagedColumnTest {
  private static final int LENGTH = 300;

  /** Columns behave as arrays that are copied as a whole, whichever of them is set afterwards. */
  @Property
  void copy_thenSetEither_otherKeepsItsValues(
      @ForAll @Size(max = 40) List<@IntRange(max = 9) Integer> columns,
      @ForAll @Size(40) List<@IntRange(max = LENGTH - 1) Integer> indices,
      @ForAll @Size(40) List<@IntRange(max = 3) Integer> values) {
    List<PagedColumn> paged = new ArrayList<>(List.of(new PagedColumn(-1)));
    long[] none = new long[LENGTH];
    Arrays.fill(none, -1);
    List<long[]> arrays = new ArrayList<>(List.of(none));
    for (int k = 0; k < columns.size(); k++) {
      int column = columns.get(k) % paged.size();
      int index = indices.get(k);
      if (values.get(k) == 0) {
        paged.add(paged.get(column).copy());
        arrays.add(arrays.get(column).clone());
      } else {
        paged.get(column).set(index, values.get(k) - 2L); // -1 is what elements have at first.
        arrays.get(column)[index] = values.get(k) - 2L;
      }
    }
    for (int k = 0; k < paged.size(); k++) {
      assertThat(paged.get(k).toArray(LENGTH)).isEqualTo(arrays.get(k));
      assertDifferences(paged.get(0), paged.get(k), arrays.get(0), arrays.get(k));
    }
  }

  private static void assertDifferences(
      PagedColumn one, PagedColumn other, long[] oneArray, long[] otherArray) {
    List<Integer> found = new ArrayList<>();
    one.forEachDifference(other, found::add);
    List<Integer> expected = new ArrayList<>();
    for (int k = 0; k < LENGTH; k++) {
      if (oneArray[k] != otherArray[k]) {
        expected.add(k);
      }
    }
    assertThat(found).isEqualTo(expected);
  }

  @Property
  void get_neverSet_firstValue(@ForAll @IntRange(max = Integer.MAX_VALUE) int index) {
    PagedColumn column = new PagedColumn(7);
    column.set(3, 1);

    assertThat(column.get(index)).isEqualTo(index == 3 ? 1 : 7);
  }
}
