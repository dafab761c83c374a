package io.flowgauge.slf4j;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.event.Level;
import org.slf4j.helpers.Reporter;

/** Settings: the file, and the level of each logger. Immutable and thread-safe. */
final class Settings {
  private static final String RESOURCE = "flowgauge-slf4j.properties";
  private static final String PREFIX = "flowgauge.slf4j.";
  private static final String FILE = "file";
  private static final String LEVEL = "level";
  private static final String OFF = "off";

  private final Map<String, String> texts;
  private final Map<String, Optional<Level>> levels = new HashMap<>();

  Settings(Map<String, String> texts) {
    this.texts = texts;
    texts.forEach(
        (name, value) -> {
          if (name.equals(LEVEL) || name.startsWith(LEVEL + ".")) {
            levels.put(name, level(name, value));
          }
        });
  }

  static Settings load() {
    Properties properties = new Properties();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    ClassLoader used = loader == null ? Settings.class.getClassLoader() : loader;
    try (InputStream in = used.getResourceAsStream(RESOURCE)) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException | IllegalArgumentException e) {
      Reporter.error("flowgauge: " + RESOURCE + " must be a properties file", e);
    }
    Map<String, String> all = texts(properties, "");
    all.putAll(texts(System.getProperties(), PREFIX));
    return new Settings(all);
  }

  private static Map<String, String> texts(Properties of, String prefix) {
    return of.stringPropertyNames().stream()
        .filter(name -> name.startsWith(prefix))
        .collect(
            Collectors.toMap(
                name -> name.substring(prefix.length()), name -> of.getProperty(name, "").strip()));
  }

  /** Parses a level; empty for {@code off}. An unknown level is reported and replaced by INFO. */
  private static Optional<Level> level(String name, String value) {
    if (value.equalsIgnoreCase(OFF)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Level.valueOf(value.toUpperCase(Locale.ROOT)));
    } catch (IllegalArgumentException e) {
      String known =
          Stream.of(Level.values()).map(level -> level + ", ").collect(Collectors.joining());
      Reporter.error("flowgauge: " + name + " must be " + known + "or OFF, was " + value);
      return Optional.of(Level.INFO);
    }
  }

  /** Returns the name of the file, which the system's encoding may be unable to represent. */
  String file() {
    return texts.getOrDefault(FILE, "messages.nlb");
  }

  /**
   * Returns the least level that a logger logs: that set for its name, or else for the longest
   * prefix of it. Empty if it logs nothing.
   */
  Optional<Level> level(String logger) {
    for (String name = logger; ; name = name.substring(0, Math.max(0, name.lastIndexOf('.')))) {
      Optional<Level> level = levels.get(name.isEmpty() ? LEVEL : LEVEL + "." + name);
      if (level != null || name.isEmpty()) {
        return level == null ? Optional.of(Level.INFO) : level;
      }
    }
  }
}
