package io.flowgauge.traces.document;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.CodeProfile.Call;
import io.flowgauge.run.CodeProfile.CodeRegion;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.traces.document.ActivityGenerator.TimeOutput;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonOutput;
import io.flowgauge.traces.json.UnusedKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads and writes profiles of activities in documents. Stateless. */
public final class CodeProfiles {
  private static final String REGION = "[name, source, calls, seconds, own seconds, open seconds]";
  private static final String CALL = "[caller, callee, calls, seconds]";

  private CodeProfiles() {}

  /** Adds a warning that a format cannot hold the profiles of a run. */
  public static void remarkLost(WorkflowRun run, List<Diagnostic> lost) {
    long count = run.executions().stream().filter(e -> !e.codeProfiles().isEmpty()).count();
    if (count > 0) {
      lost.add(
          Diagnostic.warning(
              "activities", "profiles of code of " + count + " activities are not written"));
    }
  }

  static void write(List<CodeProfile> profiles, JsonGenerator json, TimeOutput times)
      throws IOException {
    if (profiles.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart(Keys.CODE_PROFILES);
    for (CodeProfile profile : profiles) {
      json.writeStartObject();
      json.writeFieldName(Keys.TIME);
      times.write(profile.epochNanos());
      json.writeArrayFieldStart(Keys.REGIONS);
      for (CodeRegion region : profile.regions()) {
        write(region, json);
      }
      json.writeEndArray();
      json.writeArrayFieldStart(Keys.CALLS);
      for (Call call : profile.calls()) {
        write(call, json);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void write(CodeRegion region, JsonGenerator json) throws IOException {
    json.writeStartArray();
    json.writeString(region.name());
    json.writeString(region.source());
    json.writeNumber(region.calls());
    json.writeNumber(JsonOutput.seconds(region.nanos()));
    json.writeNumber(JsonOutput.seconds(region.ownNanos()));
    json.writeNumber(JsonOutput.seconds(region.openNanos()));
    json.writeEndArray();
  }

  private static void write(Call call, JsonGenerator json) throws IOException {
    json.writeStartArray();
    json.writeNumber(call.caller());
    json.writeNumber(call.callee());
    json.writeNumber(call.calls());
    json.writeNumber(JsonOutput.seconds(call.nanos()));
    json.writeEndArray();
  }

  static List<CodeProfile> read(JsonCursor json, DocumentTimes times, UnusedKeys unknown)
      throws IOException {
    List<CodeProfile> profiles = new ArrayList<>();
    json.array(index -> profiles.add(profile(json, times, unknown)));
    return profiles;
  }

  private static CodeProfile profile(JsonCursor json, DocumentTimes times, UnusedKeys unknown)
      throws IOException {
    List<CodeRegion> regions = new ArrayList<>();
    List<Call> calls = new ArrayList<>();
    long[] time = new long[1];
    json.object(
        key -> {
          switch (key) {
            case Keys.TIME -> time[0] = times.nanos();
            case Keys.REGIONS -> json.array(index -> regions.add(region(json)));
            case Keys.CALLS -> json.array(index -> calls.add(call(json)));
            default -> unknown.skip(json, key);
          }
        });
    try {
      return new CodeProfile(time[0], regions, calls);
    } catch (IllegalArgumentException e) {
      throw json.error(e.getMessage(), "calls between regions of the profile");
    }
  }

  private static CodeRegion region(JsonCursor json) throws IOException {
    String[] names = new String[2];
    long[] numbers = new long[4];
    json.tuple(
        names.length + numbers.length,
        REGION,
        index -> {
          switch (index) {
            case 0 -> names[0] = json.name("a name");
            case 1 -> names[1] = json.text();
            case 2 -> numbers[0] = calls(json);
            default -> numbers[index - 2] = seconds(json);
          }
        });
    return new CodeRegion(names[0], names[1], numbers[0], numbers[1], numbers[2], numbers[3]);
  }

  private static Call call(JsonCursor json) throws IOException {
    int[] places = new int[2];
    long[] numbers = new long[2];
    json.tuple(
        places.length + numbers.length,
        CALL,
        index -> {
          switch (index) {
            case 0 -> places[0] = json.wholeNumber(CodeProfile.NO_CALLER, "a region, or -1");
            case 1 -> places[1] = json.wholeNumber(0, "a region, counted from 0");
            case 2 -> numbers[0] = calls(json);
            default -> numbers[1] = seconds(json);
          }
        });
    return new Call(places[0], places[1], numbers[0], numbers[1]);
  }

  private static long calls(JsonCursor json) throws IOException {
    String expected = "a number of calls, 0 or more";
    try {
      long calls = json.number(expected).longValueExact();
      if (calls >= 0) {
        return calls;
      }
    } catch (ArithmeticException e) {
      // Reported below like a negative number.
    }
    throw json.error(json.found(), expected);
  }

  private static long seconds(JsonCursor json) throws IOException {
    return json.duration("a number of seconds, 0 or more");
  }
}
