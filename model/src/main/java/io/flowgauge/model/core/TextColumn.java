package io.flowgauge.model.core;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/**
 * An append-only list of texts. It takes a fifth of the space of a million strings, and has no
 * objects that each garbage collection would have to visit. Short Latin-1 texts, such as ids, are
 * stored in blocks of bytes; all others as strings.
 *
 * <p>Reading is thread-safe for threads that learned of the text after it was added; the caller
 * guards adding.
 */
final class TextColumn {
  private static final int BLOCK_BITS = 16;
  private static final int BLOCK = 1 << BLOCK_BITS;
  private static final int FIRST_BLOCK = 1 << 9;
  private static final int MOST_BLOCKS = 1 << (Integer.SIZE - 1 - BLOCK_BITS);

  /** Longest text that fits in a block, because its length is stored in one byte before it. */
  private static final int LONGEST = 0xff;

  private static final int LATIN_1 = 0xff;

  /**
   * Where each text begins: block and offset, or if negative, the complement of its index in {@link
   * #unpacked}.
   */
  private volatile int[] places = new int[16];

  private volatile byte[][] blocks = {};
  private volatile String[] unpacked = {};
  private volatile int size;
  private int unpackedCount;

  /** Next free byte of the last block, and how many bytes are left. */
  private int free;

  private int left;

  /** Adds a text at the end. If memory runs out, nothing is added. */
  void add(String text) {
    int index = size;
    if (index == places.length) {
      places = Columns.room(places, index);
    }
    places[index] = isPacked(text) ? packed(text) : ~addUnpacked(text);
    size = index + 1;
  }

  private boolean isPacked(String text) {
    int length = text.length();
    if (length > LONGEST || (blocks.length == MOST_BLOCKS && length >= left)) {
      return false;
    }
    for (int k = 0; k < length; k++) {
      if (text.charAt(k) > LATIN_1) {
        return false;
      }
    }
    return true;
  }

  @SuppressWarnings("deprecation") // It copies the low bytes; such texts have no others.
  private int packed(String text) {
    int length = text.length();
    if (length >= left) {
      addBlock();
    }
    int last = blocks.length - 1;
    byte[] block = blocks[last];
    int place = (last << BLOCK_BITS) | free;
    block[free++] = (byte) length;
    text.getBytes(0, length, block, free);
    free += length;
    left -= 1 + length;
    return place;
  }

  private void addBlock() {
    int count = blocks.length;
    byte[] block = new byte[count < BLOCK_BITS ? Math.min(BLOCK, FIRST_BLOCK << count) : BLOCK];
    byte[][] more = Arrays.copyOf(blocks, count + 1);
    more[count] = block;
    blocks = more;
    free = 0;
    left = block.length;
  }

  private int addUnpacked(String text) {
    if (unpackedCount == unpacked.length) {
      unpacked = Arrays.copyOf(unpacked, 16 + 2 * unpackedCount);
    }
    unpacked[unpackedCount] = text;
    return unpackedCount++;
  }

  /** Number of texts. */
  int size() {
    return size;
  }

  /** Returns a text, as a new string if it is in a block. */
  String get(int index) {
    int place = places[index];
    if (place < 0) {
      return unpacked[~place];
    }
    byte[] block = blocks[place >>> BLOCK_BITS];
    int at = place & (BLOCK - 1);
    return new String(block, at + 1, block[at] & LATIN_1, ISO_8859_1);
  }

  /** Whether the text at an index equals another. */
  boolean isAt(int index, String other) {
    int place = places[index];
    if (place < 0) {
      return unpacked[~place].equals(other);
    }
    byte[] block = blocks[place >>> BLOCK_BITS];
    int at = place & (BLOCK - 1);
    int length = block[at] & LATIN_1;
    if (length != other.length()) {
      return false;
    }
    for (int k = length; k > 0; k--) { // Ids mostly differ at the end.
      if ((block[at + k] & LATIN_1) != other.charAt(k - 1)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the hash code that the text has as a string. */
  int hash(int index) {
    int place = places[index];
    if (place < 0) {
      return unpacked[~place].hashCode();
    }
    byte[] block = blocks[place >>> BLOCK_BITS];
    int at = place & (BLOCK - 1);
    int end = at + (block[at] & LATIN_1);
    int hash = 0;
    for (int k = at + 1; k <= end; k++) {
      hash = 31 * hash + (block[k] & LATIN_1);
    }
    return hash;
  }
}
