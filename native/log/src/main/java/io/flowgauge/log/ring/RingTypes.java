package io.flowgauge.log.ring;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.FormatException;
import io.flowgauge.log.format.HeaderMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The event types in a type file. The last record of the file may be incomplete, because the
 * process was killed while writing it.
 */
public record RingTypes(long log, List<HeaderMessage> types) {
  private static final int SHORT = 0xFFFF;
  private static final int MIN_BYTES = Integer.BYTES + Short.BYTES;

  /** Copies the list. */
  public RingTypes {
    types = List.copyOf(types);
  }

  /**
   * Decodes a type file.
   *
   * @return the types before the first that is damaged
   * @throws FormatException if it is not a type file
   */
  public static RingTypes decode(ByteBuffer from) throws FormatException {
    RingHeader header = RingHeader.decode(from, RingHeader.Kind.TYPES);
    List<HeaderMessage> types = new ArrayList<>();
    int at = RingHeader.BYTES;
    for (int end = end(from, at); end > 0; end = end(from, at)) {
      types.add(
          HeaderMessage.decode(from.duplicate().order(from.order()).position(at + Integer.BYTES)));
      at = end;
    }
    return new RingTypes(header.log(), types);
  }

  /** Returns the index after the undamaged type at an index, or 0 if there is none. */
  private static int end(ByteBuffer from, int at) {
    if (from.limit() - at < MIN_BYTES) {
      return 0;
    }
    int begin = at + Integer.BYTES;
    int bytes = from.getShort(begin) & SHORT;
    boolean sound =
        bytes > Short.BYTES // Bytes that the system lost read as zeros, whose checksum matches.
            && bytes <= from.limit() - begin
            && from.getInt(at) == BlockHeader.checksum(from, begin, bytes);
    return sound ? begin + bytes : 0;
  }
}
