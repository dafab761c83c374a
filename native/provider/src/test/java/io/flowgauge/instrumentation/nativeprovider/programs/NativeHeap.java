package io.flowgauge.instrumentation.nativeprovider.programs;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Structure;
import com.sun.jna.Structure.FieldOrder;

/** What this process has from the C library's malloc, and has not freed. */
final class NativeHeap {
  private static final long BYTES_PER_KILOBYTE = 1024;

  private NativeHeap() {}

  /** The part of the C library that is called; JNA needs it public. */
  public interface CLibrary extends Library {
    /** Counts of all arenas. */
    Info.Value mallinfo2();
  }

  /** The C library's {@code struct mallinfo2}. */
  @FieldOrder({
    "arena",
    "ordblks",
    "smblks",
    "hblks",
    "hblkhd",
    "usmblks",
    "fsmblks",
    "uordblks",
    "fordblks",
    "keepcost"
  })
  public static class Info extends Structure {
    public long arena;
    public long ordblks;
    public long smblks;
    public long hblks;
    public long hblkhd;
    public long usmblks;
    public long fsmblks;
    public long uordblks;
    public long fordblks;
    public long keepcost;

    /** As it is returned. */
    public static final class Value extends Info implements Structure.ByValue {}
  }

  /** Blocks in use, those that are mapped on their own, too. */
  static long kilobytes() {
    Info info = Native.load("c", CLibrary.class).mallinfo2();
    return (info.uordblks + info.hblkhd) / BYTES_PER_KILOBYTE;
  }
}
