package io.flowgauge.live;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The traces of posted runs that are kept. Thread-safe. */
final class PostedTraces implements Closeable {
  private final Optional<Path> permanentFolder;
  private final Map<String, PostedTrace> byId = new LinkedHashMap<>();
  private Path folder;

  /**
   * Opens the traces of earlier processes.
   *
   * @param folder the folder that keeps traces; if empty, they are in a temporary folder until this
   *     is closed
   */
  PostedTraces(Optional<Path> folder) throws IOException {
    permanentFolder = folder;
    if (permanentFolder.isPresent() && Files.isDirectory(permanentFolder.get())) {
      for (Path each : folders(permanentFolder.get())) {
        if (PostedTrace.isIn(each)) {
          PostedTrace trace = PostedTrace.reopen(each);
          byId.put(trace.id(), trace);
        }
      }
    }
  }

  private static List<Path> folders(Path parent) throws IOException {
    try (Stream<Path> entries = Files.list(parent)) {
      return entries.filter(Files::isDirectory).sorted().toList();
    }
  }

  synchronized List<PostedTrace> all() {
    return List.copyOf(byId.values());
  }

  synchronized boolean has(String id) {
    return byId.containsKey(id);
  }

  /** Whether a trace is still that of a run. */
  synchronized boolean isTraceOf(String id, PostedTrace trace) {
    return byId.get(id) == trace;
  }

  /** Returns the trace of a run; creates one if there is none. */
  synchronized PostedTrace getOrCreate(String id) throws IOException {
    PostedTrace known = byId.get(id);
    if (known != null) {
      return known;
    }
    PostedTrace made = PostedTrace.create(id, folder());
    byId.put(id, made);
    return made;
  }

  /** Returns the folder; makes it again if it was removed, as old temporary folders are. */
  private Path folder() throws IOException {
    if (folder == null || !Files.isDirectory(folder)) {
      folder =
          permanentFolder.isPresent()
              ? Files.createDirectories(permanentFolder.get())
              : Files.createTempDirectory("flowgauge-live-");
    }
    return folder;
  }

  synchronized void forget(String id) throws IOException {
    PostedTrace trace = byId.remove(id);
    if (trace != null) {
      trace.delete();
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (permanentFolder.isEmpty() && folder != null) {
      for (PostedTrace trace : all()) {
        forget(trace.id());
      }
      Files.deleteIfExists(folder);
    }
  }
}
