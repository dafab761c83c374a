package io.flowgauge.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** A file system in memory that is soon full; for users who may mount one. */
public final class SmallDisk implements AutoCloseable {
  private static final int STEP = 4096;

  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /**
   * Mounts it; if that is not allowed here, the test is skipped.
   *
   * @param folder an empty folder
   * @param bytes how much it holds
   * @return the disk, which closing takes away with all that is on it
   */
  public static SmallDisk mount(Path folder, int bytes) {
    String size = "size=" + bytes;
    boolean isThere = run("mount", "-t", "tmpfs", "-o", size, "flowgauge", folder.toString());
    Assumptions.assumeTrue(isThere, "no tmpfs can be mounted here");
    return new SmallDisk(folder);
  }

  /**
   * Fills it.
   *
   * @return the file that takes all the room, for the test to delete
   * @throws IOException if the file cannot be made
   */
  public Path fill() throws IOException {
    Path filler = folder.resolve("filler");
    byte[] step = new byte[STEP];
    try (var out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(step);
      }
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("No space left")) {
        throw e;
      }
    }
    return filler;
  }

  private static boolean run(String... command) {
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

  /** Takes it away, even if something on it is open still. */
  @Override
  public void close() {
    if (!run("umount", "-l", folder.toString())) {
      throw new AssertionError("cannot unmount " + folder);
    }
  }
}
