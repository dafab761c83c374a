package io.flowgauge.instrumentation.nativeprovider;

import com.sun.jna.NativeLibrary;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RefusalCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;

/** Finds the library and loads it. */
final class LibraryFile {
  static final String PROPERTY = "flowgauge.native.library";
  private static final String NAME = "libflowgauge.so";
  private static final String RESOURCE = "/linux-x86-64/" + NAME;

  private LibraryFile() {}

  static Outcome<NativeLibrary> load() {
    String os = System.getProperty("os.name", "");
    String processor = System.getProperty("os.arch", "");
    if (!isSupported(os, processor)) {
      return Outcome.refused(
          RefusalCode.UNSUPPORTED,
          "native programs can be instrumented only on x86-64 Linux, but this is "
              + os
              + " on "
              + processor
              + "; the rest of Flowgauge works here");
    }
    String named = System.getProperty(PROPERTY, "");
    return named.isEmpty() ? loadOwn() : open(named, "the system property " + PROPERTY);
  }

  static boolean isSupported(String os, String processor) {
    return os.toLowerCase(Locale.ROOT).equals("linux")
        && (processor.equals("amd64") || processor.equals("x86_64"));
  }

  private static Outcome<NativeLibrary> loadOwn() {
    try (InputStream resource = LibraryFile.class.getResourceAsStream(RESOURCE)) {
      return resource == null ? open(NAME, "the system's library path") : unpack(resource);
    } catch (IOException e) {
      return Outcome.refused(
          RefusalCode.UNSUPPORTED,
          "the native library cannot be copied out of its jar (" + e + "); " + remedy());
    }
  }

  /**
   * Loads a copy of the library, which nobody else can write to and which is deleted before this
   * method returns.
   */
  private static Outcome<NativeLibrary> unpack(InputStream resource) throws IOException {
    var onlyOwner =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    Path folder = Files.createTempDirectory("flowgauge", onlyOwner);
    Path copy = folder.resolve(NAME);
    try {
      Files.copy(resource, copy);
      return open(copy.toString(), "the jar, copied to " + copy);
    } finally {
      for (Path made : List.of(copy, folder)) {
        Files.deleteIfExists(made);
      }
    }
  }

  private static Outcome<NativeLibrary> open(String file, String source) {
    try {
      return Outcome.done(NativeLibrary.getInstance(file));
    } catch (LinkageError e) {
      return Outcome.refused(
          RefusalCode.UNSUPPORTED,
          "the native library from "
              + source
              + " cannot be loaded ("
              + String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason given")
              + "); "
              + remedy());
    }
  }

  private static String remedy() {
    return "copy "
        + NAME
        + " to a file system from which programs can be executed, and name the copy with -D"
        + PROPERTY
        + "=FILE";
  }
}
