package io.flowgauge.sites.forward;

import io.flowgauge.sites.identity.Credentials;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.identity.TextLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A file of the nodes of a site, or of the sites of a hub: lines with a name and an address, such
 * as {@code node1 node1.example.org:14381}, and comments after {@code #}. A site that calls its hub
 * has {@code calls} in place of an address. Each must have the identity of its name. If the file
 * has changed when a request arrives, it is read again; if it is then malformed, that is reported
 * and the earlier lines stay in force. Thread-safe.
 */
public final class PlacesFile implements AutoCloseable {
  private static final String CALLS = "calls";
  private static final System.Logger LOGGER = System.getLogger(PlacesFile.class.getName());

  private final Path file;
  private final Credentials credentials;
  private final SpiffeId.Kind kind;
  private final String prefix;
  private final Map<Line, DialledService> dialled = new LinkedHashMap<>();
  private List<Line> lines = List.of();
  private List<String> read = List.of();

  private record Line(String name, String address) {
    boolean calls() {
      return address.equals(CALLS);
    }
  }

  private PlacesFile(Path file, Credentials credentials, SpiffeId.Kind kind, String prefix) {
    this.file = file;
    this.credentials = credentials;
    this.kind = kind;
    this.prefix = prefix;
  }

  /**
   * Reads the nodes of a site.
   *
   * @throws IOException if the file cannot be read, or a line is malformed
   */
  public static PlacesFile ofNodes(Path file, Credentials site) throws IOException {
    return refreshed(new PlacesFile(file, site, SpiffeId.Kind.NODE, site.id().name() + "/"));
  }

  /**
   * Reads the sites of a hub.
   *
   * @throws IOException if the file cannot be read, or a line is malformed
   */
  public static PlacesFile ofSites(Path file, Credentials hub) throws IOException {
    return refreshed(new PlacesFile(file, hub, SpiffeId.Kind.SITE, ""));
  }

  private static PlacesFile refreshed(PlacesFile file) throws IOException {
    file.refresh();
    return file;
  }

  /** Returns the places that have an address in the current file. */
  synchronized List<Downstream> dialled() {
    refreshOrWarn();
    return List.copyOf(dialled.values());
  }

  /** Returns the names of the sites that call, according to the current file. */
  synchronized List<String> callers() {
    refreshOrWarn();
    return lines.stream().filter(Line::calls).map(Line::name).toList();
  }

  private void refreshOrWarn() {
    try {
      refresh();
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.WARNING, "the earlier places stay in use: " + e.getMessage());
    }
  }

  private void refresh() throws IOException {
    List<String> now = TextLines.of(file);
    if (now.equals(read)) {
      return;
    }
    List<Line> parsed = parse(now);
    for (Line line : List.copyOf(dialled.keySet())) {
      if (!parsed.contains(line)) {
        dialled.remove(line).close();
      }
    }
    for (Line line : parsed) {
      if (!line.calls() && !dialled.containsKey(line)) {
        dialled.put(line, dial(line));
      }
    }
    lines = parsed;
    read = now;
  }

  private DialledService dial(Line line) throws IOException {
    SpiffeId id = credentials.id().sibling(kind, prefix + line.name());
    return DialledService.of(id.name(), line.address(), credentials, id::equals);
  }

  private List<Line> parse(List<String> text) throws IOException {
    List<Line> parsed = new ArrayList<>();
    for (int i = 0; i < text.size(); i++) {
      String line = text.get(i).replaceFirst("#.*", "").strip();
      if (!line.isEmpty()) {
        parsed.add(parse(line, i + 1, parsed));
      }
    }
    return parsed;
  }

  private Line parse(String text, int number, List<Line> before) throws IOException {
    String[] parts = text.split("\\s+", -1);
    boolean isNew = before.stream().noneMatch(line -> line.name().equals(parts[0]));
    try {
      if (parts.length == 2 && isAddress(parts[1]) && isNew) {
        credentials.id().sibling(kind, prefix + parts[0]);
        return new Line(parts[0], parts[1]);
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw new IOException(
        file
            + ", line "
            + number
            + ": found '"
            + text
            + "', expected NAME HOST:PORT"
            + (kind == SpiffeId.Kind.SITE ? " or NAME calls" : "")
            + ", each name at most once");
  }

  private boolean isAddress(String text) {
    return DialledService.isAddress(text) || (kind == SpiffeId.Kind.SITE && text.equals(CALLS));
  }

  @Override
  public synchronized void close() {
    dialled.values().forEach(DialledService::close);
    dialled.clear();
  }
}
