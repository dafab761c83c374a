package io.flowgauge.cli.instrument;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.cli.Json;
import io.flowgauge.cli.terminal.Screen;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.xml.ProfileXml;
import io.flowgauge.report.layout.Page;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Shows a process's profile while it is measured, and at the end. Not thread-safe. */
final class ProfileView {
  private final ProfileOptions options;
  private final Writer out;
  private final Screen screen;
  private final ProfileText text;
  private double lastElapsed;
  private Map<CodeRegion, Long> lastCalls = Map.of();

  ProfileView(ProfileOptions options, Writer out, boolean isTerminal) {
    this.options = options;
    this.out = out;
    this.screen = new Screen(out, isTerminal);
    this.text = new ProfileText(options, Screen.width(isTerminal));
  }

  /** Shows the current profile if it is to be watched; otherwise it is not requested. */
  void refresh(Supplier<Profile> current) throws IOException {
    if (!options.isWatched()) {
      return;
    }
    Profile profile = current.get();
    if (options.isText()) {
      double elapsed = ProfileText.elapsedNanos(profile);
      show(profile, new RegionTable.Frame(elapsed, elapsed - lastElapsed, lastCalls));
      lastElapsed = elapsed;
      lastCalls =
          profile.regions().stream()
              .collect(Collectors.toMap(RegionProfile::region, RegionProfile::calls, Long::sum));
    } else {
      Json.line(out, json -> new ProfileJson(json, options).profile(profile));
    }
  }

  private void show(Profile profile, RegionTable.Frame frame) throws IOException {
    StringBuilder page = new StringBuilder();
    text.write(new Page(page), profile, frame);
    screen.show(page);
  }

  /** Shows the final profile, and the regions that got no sensor. */
  void end(Profile profile, SensorReport report, ProcessStatus status) throws IOException {
    if (options.isXml()) {
      xml(profile);
    } else if (options.isText()) {
      show(profile, RegionTable.Frame.of(ProfileText.elapsedNanos(profile)));
      Page page = new Page(out);
      RefusedText.write(page, report);
      end(page, status);
    } else {
      Json.Content content = json -> json(new ProfileJson(json, options), profile, report);
      if (options.isWatched()) {
        Json.line(out, content);
      } else {
        Json.pretty(out, content);
      }
    }
    out.flush();
  }

  private void xml(Profile profile) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ProfileXml.write(profile, bytes);
    out.write(bytes.toString(UTF_8));
  }

  private static void json(ProfileJson json, Profile profile, SensorReport report)
      throws IOException {
    json.profile(profile);
    json.report(report);
  }

  private static void end(Page page, ProcessStatus status) throws IOException {
    if (status.state() == ProcessStatus.State.EXITED) {
      page.line("  The process has ended.");
    } else if (status.state() == ProcessStatus.State.EXECED) {
      page.line("  The process has become another program, which has no sensors.");
    }
  }
}
