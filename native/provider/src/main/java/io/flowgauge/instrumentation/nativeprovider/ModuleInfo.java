package io.flowgauge.instrumentation.nativeprovider;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;

/** An executable or loaded module: {@code struct fg_module}. */
record ModuleInfo(
    int id,
    int flags,
    long base,
    long size,
    long bias,
    int functions,
    Optional<String> buildId,
    String path,
    String soname) {
  private static final int EXECUTABLE = 1;
  private static final int BUILD_ID_BYTES = 20;

  static ModuleInfo from(ByteBuffer all, int k) {
    int at = k * Structs.MODULE;
    int length = Math.min(Math.max(all.getInt(at + 36), 0), BUILD_ID_BYTES);
    byte[] buildId = new byte[length];
    all.get(at + 40, buildId);
    return new ModuleInfo(
        all.getInt(at),
        all.getInt(at + 4),
        all.getLong(at + 8),
        all.getLong(at + 16),
        all.getLong(at + 24),
        Math.max(all.getInt(at + 32), 0),
        length == 0 ? Optional.empty() : Optional.of(HexFormat.of().formatHex(buildId)),
        Structs.text(all, at + 60, 300),
        Structs.text(all, at + 360, 96));
  }

  boolean isExecutable() {
    return (flags & EXECUTABLE) != 0;
  }

  /** Returns the path of its file, as seen by the process. */
  Path file(long pid) {
    return isExecutable()
        ? Path.of("/proc/" + pid + "/exe")
        : Path.of("/proc/" + pid + "/root" + path);
  }

  /** Returns the name of its file, without the folder. */
  String name() {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.isEmpty() ? "module" + id : name;
  }
}
