package io.flowgauge.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.Comparison;
import io.flowgauge.report.document.JsonDocument;
import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.report.wording.Summary;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Assembles the page from template, styles, chart library, scripts and data. Its content security
 * policy admits only its own styles and scripts, by their digests, and forbids every request.
 */
final class HtmlPage {
  private static final Pattern PLACE = Pattern.compile("\\$\\{(\\w+)}");
  private static final int NAMES = 3;

  private static final List<String> STYLES = List.of("page.css", "charts.css");

  /** Scripts in their order of execution. */
  private static final List<String> SCRIPTS =
      List.of(
          "format.js",
          "dom.js",
          "classes.js",
          "summary.js",
          "timeline-data.js",
          "timeline-painting.js",
          "hosts.js",
          "timeline.js",
          "crowd.js",
          "overheads.js",
          "path.js",
          "layered-graph.js",
          "graph.js",
          "regions.js",
          "types.js",
          "resources.js",
          "activities.js",
          "code-graph.js",
          "code-history.js",
          "code.js",
          "sections.js",
          "delays.js",
          "forecast.js",
          "comparison.js",
          "differences.js",
          "compared-tables.js",
          "compared-runs.js",
          "remarks.js",
          "page.js");

  /** The script that draws a page from the data it contains. */
  private static final String START = "start.js";

  private final String title;
  private final JsonDocument.Fields data;

  private HtmlPage(String title, JsonDocument.Fields data) {
    this.title = title;
    this.data = data;
  }

  /** Returns a page with reports; several are also shown side by side. */
  static HtmlPage of(List<RunReport> reports, Extent extent) {
    String title = title("", reports.stream().map(report -> Summary.of(report).title()).toList());
    return new HtmlPage(
        title,
        json -> {
          runs(json, reports, extent);
          if (reports.size() > 1) {
            comparison(json, ComparisonData.of(reports));
          }
        });
  }

  /** Returns a page with groups of runs side by side. */
  static HtmlPage of(Comparison comparison) {
    List<String> names =
        comparison.groups().stream().map(group -> JsonWriter.shown(group.name())).toList();
    return new HtmlPage(
        title("Comparison of ", names),
        json -> {
          runs(json, List.of(), Extent.FULL);
          comparison(json, comparison);
        });
  }

  void write(Appendable out) throws IOException {
    write(title, new Shell("", "report", "", resource(START), PackedData.of(data)), out);
  }

  /**
   * The parts that differ between pages.
   *
   * @param connect what its content security policy admits beyond its own styles and scripts
   * @param command the subcommand that prints the same data as text
   * @param styles further styles
   * @param start script that draws the page, after the others
   * @param data its data, in Base64
   */
  record Shell(String connect, String command, String styles, String start, String data) {}

  static void write(String title, Shell shell, Appendable out) throws IOException {
    String styles = joined(STYLES) + shell.styles();
    String library = resource("d3/d3.min.js");
    String scripts = "'use strict';\n(() => {\n" + joined(SCRIPTS) + shell.start() + "})();\n";
    Map<String, String> parts =
        Map.ofEntries(
            Map.entry("title", escaped(title)),
            Map.entry("connect", shell.connect()),
            Map.entry("command", shell.command()),
            Map.entry("styles", styles),
            Map.entry("stylesDigest", digest(styles)),
            Map.entry("licence", escaped(resource("d3/LICENSE"))),
            Map.entry("library", library),
            Map.entry("libraryDigest", digest(library)),
            Map.entry("scripts", scripts),
            Map.entry("scriptsDigest", digest(scripts)),
            Map.entry("data", shell.data()));
    fill(resource("page.html"), parts, out);
  }

  private static void runs(JsonWriter json, List<RunReport> reports, Extent extent)
      throws IOException {
    json.array(
        "runs",
        () -> {
          for (RunReport report : reports) {
            json.object(() -> new RunData(json, report, extent).write());
          }
        });
  }

  private static void comparison(JsonWriter json, Comparison comparison) throws IOException {
    json.object("comparison", () -> new ComparisonData(json, comparison).write());
  }

  private static String title(String before, List<String> names) {
    return before
        + names.stream().limit(NAMES).collect(Collectors.joining(", "))
        + (names.size() > NAMES ? ", …" : "");
  }

  private static void fill(String template, Map<String, String> parts, Appendable out)
      throws IOException {
    Matcher place = PLACE.matcher(template);
    int from = 0;
    while (place.find()) {
      out.append(template, from, place.start()).append(parts.get(place.group(1)));
      from = place.end();
    }
    out.append(template, from, template.length());
  }

  private static String joined(List<String> names) throws IOException {
    StringBuilder all = new StringBuilder();
    for (String name : names) {
      all.append(resource(name));
    }
    return all.toString();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException("the jar of flowgauge-report lacks " + name);
      }
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** Returns the digest by which the content security policy recognises an inline element. */
  private static String digest(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
