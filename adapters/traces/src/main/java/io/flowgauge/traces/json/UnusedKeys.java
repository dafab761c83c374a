package io.flowgauge.traces.json;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Collects the keys of a document that its reader does not use, for a single remark. Not
 * thread-safe.
 */
public final class UnusedKeys {
  private static final int SHOWN = 12;
  private static final int REMEMBERED = 1000;

  private final Map<String, Seen> byName = new LinkedHashMap<>();
  private int count;

  /** Creates an empty collection. */
  public UnusedKeys() {}

  /**
   * Skips the value the cursor stands at, and remembers its key.
   *
   * @param name name of its key
   */
  public void skip(JsonCursor json, String name) throws IOException {
    count++;
    Seen seen = byName.get(name);
    if (seen != null) {
      seen.more++;
    } else if (byName.size() < REMEMBERED) {
      byName.put(name, new Seen(json.path()));
    }
    json.skip();
  }

  /**
   * Whether every key was used.
   *
   * @return true if no key was skipped
   */
  public boolean isEmpty() {
    return count == 0;
  }

  /**
   * Returns the keys with the path of their first occurrence: a text such as {@code
   * $.activities.a.cost (41 more of that name), $.author}.
   */
  public String text() {
    String shown =
        byName.values().stream().limit(SHOWN).map(Seen::text).collect(Collectors.joining(", "));
    int rest = count - byName.values().stream().limit(SHOWN).mapToInt(seen -> 1 + seen.more).sum();
    return rest == 0 ? shown : shown + ", and " + rest + " more";
  }

  private static final class Seen {
    private final String path;
    private int more;

    private Seen(String path) {
      this.path = path;
    }

    private String text() {
      return more == 0 ? path : path + " (" + more + " more of that name)";
    }
  }
}
