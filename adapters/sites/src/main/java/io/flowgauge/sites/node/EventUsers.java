package io.flowgauge.sites.node;

import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.identity.FileErrors;
import io.flowgauge.sites.request.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The local users who have asked for events, kept in a file so that a restarted node resumes their
 * requests. Thread-safe.
 */
final class EventUsers {
  private final Path file;
  private final Set<String> users = new TreeSet<>();

  EventUsers(Path folder) throws IOException {
    file = folder.resolve("event-users");
    if (Files.exists(file)) {
      users.addAll(Files.readAllLines(file));
    }
  }

  synchronized void add(String user) throws RefusedException {
    if (users.contains(user)) {
      return;
    }
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, user + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      users.add(user);
    } catch (IOException e) {
      throw new RefusedException(
          RefusalCode.SYSTEM,
          "the request cannot be recorded: " + FileErrors.withReason(e).getMessage());
    }
  }

  synchronized List<String> all() {
    return List.copyOf(users);
  }
}
