package io.flowgauge.instrumentation.nativeprovider.programs;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Structure;
import com.sun.jna.Structure.FieldOrder;

/** Memory that this process has allocated with the C library's malloc and not freed. */
final class NativeHeap {
  private static final long BYTES_PER_KILOBYTE = 1024;

  private NativeHeap() {}

  /** The called part of the C library; public because JNA requires it. */
  public interface CLibrary extends Library {
    /** Returns the statistics of all arenas. */
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

    /** The structure as returned by value. */
    public static final class Value extends Info implements Structure.ByValue {}
  }

  /** Returns the kilobytes of blocks in use, including separately mapped ones. */
  static long kilobytes() {
    Info info = Native.load("c", CLibrary.class).mallinfo2();
    return (info.uordblks + info.hblkhd) / BYTES_PER_KILOBYTE;
  }
}
