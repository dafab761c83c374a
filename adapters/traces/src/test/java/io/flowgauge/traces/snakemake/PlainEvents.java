package io.flowgauge.traces.snakemake;

import io.flowgauge.run.EventType;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An independent, plain reading of the log handler's events, as an oracle for the reader: searches
 * each line for the needed fields.
 */
final class PlainEvents {
  private static final Pattern TIME = Pattern.compile("\"timestamp\": ([0-9.]+)");
  private static final Pattern LEVEL = Pattern.compile("\"level\": \"([a-z_]+)\"");
  private static final Pattern JOB = Pattern.compile("\"jobid\": (\\d+)");
  private static final Pattern NAME = Pattern.compile("\"name\": \"(\\w+)\"");
  private static final Pattern INPUT = Pattern.compile("\"input\": \\[([^\\]]*)\\]");
  private static final Pattern OUTPUT = Pattern.compile("\"output\": \\[([^\\]]*)\\]");
  private static final Pattern WILDCARD = Pattern.compile("\"wildcards\": \\{\"(\\w)\": \"(\\w)\"");

  /** One start of a job. */
  record Start(long began, long ended, EventType outcome) {}

  final Map<String, List<Start>> starts = new TreeMap<>();
  final Set<String> dependencies = new HashSet<>();
  private final Map<String, String> ids = new HashMap<>();
  private final Map<String, Long> began = new HashMap<>();
  private final Map<String, String> makers = new HashMap<>();
  private final Map<String, String> inputs = new TreeMap<>();

  static PlainEvents of(Path file) throws IOException {
    PlainEvents events = new PlainEvents();
    Files.readAllLines(file).forEach(events::line);
    events.connect();
    return events;
  }

  private static String find(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    return matcher.find() ? matcher.group(1) : "";
  }

  private void line(String line) {
    long nanos = new BigDecimal(find(TIME, line)).movePointRight(9).longValueExact();
    String job = find(JOB, line);
    switch (find(LEVEL, line)) {
      case "job_info" -> begin(line, job, nanos);
      case "job_finished" -> end(job, nanos, EventType.COMPLETED);
      case "job_error" -> end(job, nanos, EventType.FAILED);
      default -> {}
    }
  }

  private void begin(String line, String job, long nanos) {
    String output = find(OUTPUT, line).replace("\"", "");
    Matcher wildcard = WILDCARD.matcher(line);
    String part = wildcard.find() ? wildcard.group(1) + "=" + wildcard.group(2) : output;
    String id = find(NAME, line) + " (" + part + ")";
    ids.put(job, id);
    began.put(job, nanos);
    makers.put(output, id);
    inputs.put(id, find(INPUT, line).replace("\"", ""));
  }

  private void end(String job, long nanos, EventType outcome) {
    starts
        .computeIfAbsent(ids.get(job), id -> new ArrayList<>())
        .add(new Start(began.get(job), nanos, outcome));
  }

  private void connect() {
    inputs.forEach(
        (id, files) -> {
          for (String file : files.split(", ", -1)) {
            String maker = makers.get(file.startsWith("pieces/") ? "pieces" : file);
            if (maker != null) {
              dependencies.add(maker + " -> " + id);
            }
          }
        });
  }
}
