package io.flowgauge.log.write;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A file system in memory that is soon full; for users who may mount one. */
final class SmallDisk implements AutoCloseable {
  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /** Mounts it, or not. */
  static Optional<SmallDisk> mount(Path folder, int bytes) {
    List<String> command =
        List.of("mount", "-t", "tmpfs", "-o", "size=" + bytes, "flowgauge", folder.toString());
    return run(command) ? Optional.of(new SmallDisk(folder)) : Optional.empty();
  }

  private static boolean run(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    if (!run(List.of("umount", folder.toString()))) {
      throw new AssertionError("cannot unmount " + folder);
    }
  }
}
