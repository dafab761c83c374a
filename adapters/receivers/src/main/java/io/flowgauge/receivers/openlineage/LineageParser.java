package io.flowgauge.receivers.openlineage;

import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.json.JsonCursor;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Reads run events. Not thread-safe. */
final class LineageParser {
  private static final String NAMED = "a namespace and a name, neither empty";
  private static final Pattern QUOTED = Pattern.compile("[A-Za-z0-9_.\\-]+");

  private final JsonCursor json;
  private final List<LineageEvent> events = new ArrayList<>();

  private LineageParser(JsonCursor json) {
    this.json = json;
  }

  /** Reads one event or an array of them. Events of jobs and datasets alone are left out. */
  static List<LineageEvent> parse(TraceFile post, InputStream body) throws IOException {
    List<LineageEvent> events = new ArrayList<>();
    JsonCursor.read(
        post,
        body,
        json -> {
          LineageParser parser = new LineageParser(json);
          parser.parse();
          events.addAll(parser.events);
        });
    return events;
  }

  private void parse() throws IOException {
    if (json.isArray()) {
      json.array(index -> parseEvent());
    } else {
      parseEvent();
    }
  }

  private void parseEvent() throws IOException {
    String at = json.path();
    LineageEvent event = new LineageEvent();
    boolean[] found = new boolean[3];
    json.object(
        key -> {
          switch (key) {
            case "eventType" -> {
              found[0] = true;
              event.kind = kind();
            }
            case "eventTime" -> {
              found[1] = true;
              parseTime(event);
            }
            case "run" -> {
              found[2] = true;
              parseRun(event);
            }
            case "producer" -> event.producer = json.text();
            case "job" -> parseJob(event);
            case "inputs" -> parseDatasets(event.inputs);
            case "outputs" -> parseDatasets(event.outputs);
            default -> json.skip();
          }
        });
    if (found[0] || found[2]) {
      require(!event.runId.isEmpty(), at + ".run.runId", "the id of the run");
      require(!event.job.equals(JobName.UNKNOWN), at + ".job", NAMED);
      require(found[1], at + ".eventTime", "a date and time such as 2026-03-01T12:00:00.000Z");
      event.nameTasks();
      events.add(event);
    }
  }

  private void require(boolean holds, String place, String expected) throws IOException {
    if (!holds) {
      throw json.error(place, "nothing", expected);
    }
  }

  private Transition.Kind kind() throws IOException {
    String text = json.text();
    for (Transition.Kind kind : Transition.Kind.values()) {
      if (kind.name().equals(text.toUpperCase(Locale.ROOT))) {
        return kind;
      }
    }
    throw json.error(json.found(), "START, RUNNING, COMPLETE, ABORT, FAIL or OTHER");
  }

  private void parseTime(LineageEvent event) throws IOException {
    String text = json.text();
    try {
      TemporalAccessor time =
          DateTimeFormatter.ISO_DATE_TIME.parseBest(
              text, OffsetDateTime::from, LocalDateTime::from);
      event.zoned = time instanceof OffsetDateTime;
      OffsetDateTime zoned =
          event.zoned ? (OffsetDateTime) time : ((LocalDateTime) time).atOffset(ZoneOffset.UTC);
      event.nanos = Times.saturatedNanos(zoned.toInstant());
    } catch (DateTimeException e) {
      throw json.error(json.found(), "a date and time such as 2026-03-01T12:00:00.000Z");
    }
  }

  private void parseRun(LineageEvent event) throws IOException {
    json.object(
        key -> {
          switch (key) {
            case "runId" -> event.runId = json.name("the id of the run");
            case "facets" -> parseFacets(name -> parseRunFacet(name, event));
            default -> json.skip();
          }
        });
  }

  private void parseFacets(JsonCursor.Member facet) throws IOException {
    if (!json.isNull()) {
      json.object(
          name -> {
            if (json.isObject()) {
              facet.read(name);
            } else {
              json.skip();
            }
          });
    }
  }

  private void parseRunFacet(String name, LineageEvent event) throws IOException {
    switch (name) {
      case "parent", "parentRun" -> parseParent(event);
      case "nominalTime" -> parseTexts(event, "nominalStartTime", "nominalEndTime");
      case "errorMessage" -> parseTexts(event, "message", "");
      case "jobDependencies" -> parseDependencies(event);
      case "airflow" -> parseAirflow(event);
      default -> json.skip();
    }
  }

  private void parseParent(LineageEvent event) throws IOException {
    String at = json.path();
    Named parent = new Named();
    json.object(
        key -> {
          if (key.equals("root") && json.isObject()) {
            String root = json.path();
            event.root = required(parseNamed(), root);
          } else {
            parseNamedMember(key, parent);
          }
        });
    event.parent = required(parent, at);
  }

  private RunOfJob required(Named named, String at) throws IOException {
    require(!named.run.isEmpty(), at + ".run.runId", "the id of a run");
    return new RunOfJob(named.run, named.job);
  }

  private static final class Named {
    String run = "";
    JobName job = JobName.UNKNOWN;
  }

  private Named parseNamed() throws IOException {
    Named named = new Named();
    json.object(key -> parseNamedMember(key, named));
    return named;
  }

  private void parseNamedMember(String key, Named named) throws IOException {
    if (json.isNull()) {
      return;
    }
    switch (key) {
      case "run" ->
          json.object(
              member -> {
                if (member.equals("runId")) {
                  named.run = json.name("the id of a run");
                } else {
                  json.skip();
                }
              });
      case "job" -> named.job = parseJobName(other -> json.skip());
      default -> json.skip();
    }
  }

  private JobName parseJobName(JsonCursor.Member others) throws IOException {
    String[] parts = {"", ""};
    json.object(
        key -> {
          switch (key) {
            case "namespace" -> parts[0] = json.text();
            case "name" -> parts[1] = json.name("the name of a job or dataset");
            default -> others.read(key);
          }
        });
    return new JobName(parts[0], parts[1]);
  }

  private void parseTexts(LineageEvent event, String first, String second) throws IOException {
    json.object(
        key -> {
          if ((key.equals(first) || key.equals(second)) && json.isText()) {
            event.attributes.put(key, json.text());
          } else {
            json.skip();
          }
        });
  }

  private void parseDependencies(LineageEvent event) throws IOException {
    json.object(
        key -> {
          switch (key) {
            case "upstream" -> parseRuns(event.upstream);
            case "downstream" -> parseRuns(event.downstream);
            default -> json.skip();
          }
        });
  }

  private void parseRuns(Collection<RunOfJob> into) throws IOException {
    if (json.isNull()) {
      return;
    }
    json.array(
        index -> {
          String at = json.path();
          Named named = parseNamed();
          boolean known = !named.run.isEmpty() || !named.job.equals(JobName.UNKNOWN);
          require(known, at + ".job", NAMED);
          into.add(new RunOfJob(named.run, named.job));
        });
  }

  private void parseAirflow(LineageEvent event) throws IOException {
    parseFacets(
        part ->
            json.object(
                key -> {
                  switch (part + "." + key) {
                    case "taskInstance.try_number" -> event.attempt = number(event.attempt);
                    case "taskInstance.map_index" -> event.mapIndex = number(event.mapIndex);
                    case "task.task_id" -> event.task = json.scalar("the id of a task");
                    case "task.upstream_task_ids" -> parseTasks(event.upstreamTasks);
                    case "task.downstream_task_ids" -> parseTasks(event.downstreamTasks);
                    default -> json.skip();
                  }
                }));
  }

  private int number(int otherwise) throws IOException {
    return json.isNumber() ? json.wholeNumber(-1, "a whole number, -1 or more") : otherwise;
  }

  /** Reads a list of task ids, which Airflow writes either as an array or as its text in Python. */
  private void parseTasks(List<String> into) throws IOException {
    if (json.isArray()) {
      json.array(index -> into.add(json.scalar("the id of a task")));
    } else if (json.isText()) {
      QUOTED.matcher(json.text()).results().map(MatchResult::group).forEach(into::add);
    } else {
      json.skip();
    }
  }

  private void parseJob(LineageEvent event) throws IOException {
    event.job =
        parseJobName(
            key -> {
              if (key.equals("facets")) {
                parseFacets(name -> parseJobFacet(name, event));
              } else {
                json.skip();
              }
            });
  }

  private void parseJobFacet(String name, LineageEvent event) throws IOException {
    if (!name.equals("jobType")) {
      json.skip();
      return;
    }
    json.object(
        key -> {
          if (key.equals("integration") && json.isText()) {
            event.integration = json.text();
          } else if (key.equals("jobType") && json.isText()) {
            event.jobType = json.text();
          } else {
            json.skip();
          }
        });
  }

  private void parseDatasets(Collection<JobName> into) throws IOException {
    if (!json.isNull()) {
      json.array(index -> into.add(parseJobName(key -> json.skip())));
    }
  }
}
