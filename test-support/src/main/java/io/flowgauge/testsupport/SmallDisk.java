package io.flowgauge.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * A small file system in memory that tests can fill; needs the permission to mount file systems.
 */
public final class SmallDisk implements AutoCloseable {
  private static final int STEP = 4096;

  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /**
   * Mounts a disk; if that is not permitted, the test is skipped.
   *
   * @param folder an empty folder
   * @param bytes capacity of the disk
   * @return the disk; closing it unmounts it and discards its files
   */
  public static SmallDisk mount(Path folder, int bytes) {
    String size = "size=" + bytes;
    boolean isThere = run("mount", "-t", "tmpfs", "-o", size, "flowgauge", folder.toString());
    Assumptions.assumeTrue(isThere, "no tmpfs can be mounted here");
    return new SmallDisk(folder);
  }

  /**
   * Fills the disk.
   *
   * @return the file that takes up all the free space; the test may delete it
   * @throws IOException if the file cannot be created
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

  /** Unmounts the disk, even if files on it are still open. */
  @Override
  public void close() {
    if (!run("umount", "-l", folder.toString())) {
      throw new AssertionError("cannot unmount " + folder);
    }
  }
}
