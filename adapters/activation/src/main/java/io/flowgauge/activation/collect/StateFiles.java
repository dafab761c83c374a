package io.flowgauge.activation.collect;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Replaces and deletes files that outlive a service. Stateless. */
public final class StateFiles {
  private StateFiles() {}

  /**
   * Replaces a file as a whole: if the process is killed or the power fails meanwhile, the earlier
   * content remains.
   */
  public static void replace(Path file, byte[] content) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try (FileOutputStream out = new FileOutputStream(fresh.toFile())) {
      out.write(content);
      out.getChannel().force(true); // Otherwise the new name may reach the disk before the content.
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Deletes a folder with all its contents. */
  public static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> found = Files.walk(folder)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.delete(file);
    }
  }
}
