package io.flowgauge.cli.instrument;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.cli.Failure;
import io.flowgauge.cli.Json;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.terminal.Screen;
import io.flowgauge.cli.terminal.StopSignal;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.irl.Irl;
import io.flowgauge.instrumentation.irl.IrlAnswer;
import io.flowgauge.instrumentation.irl.RequestAnswer;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.sites.PlacedSums;
import io.flowgauge.sites.Sites;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Measures processes on other machines together, by site. Not thread-safe. */
final class SitesRun {
  /** Interval between requests that renew the lease of sensors, which is three times as long. */
  private static final Duration AWAKE = Duration.ofSeconds(20);

  private final Session session;
  private final ProfileOptions options;
  private final Sites sites;
  private final ProcessPattern pattern;
  private final Screen screen;
  private long start = System.nanoTime();

  SitesRun(Session session, ProfileOptions options, Sites sites, ProcessPattern pattern) {
    this.session = session;
    this.options = options;
    this.sites = sites;
    this.pattern = pattern;
    this.screen = new Screen(session.text(), session.isScreen());
  }

  /**
   * Inserts sensors, waits, shows their measurements, and removes them; returns the exit status.
   */
  int run(SensorRequest request, long nanos) throws IOException {
    try (StopSignal stop = StopSignal.listenWithSensors()) {
      try {
        IrlAnswer put = sites.perform(Irl.on(pattern).attach().instrument(request).build());
        put.refusals().stream().map(Failure::text).forEach(session::say);
        if (put.processes().stream().noneMatch(one -> hasSensor(one.answers()))) {
          session.say("no sensor was put in");
          return Main.FAILED;
        }
        start = System.nanoTime();
        watch(nanos, stop);
        show(true);
      } finally {
        sites.perform(Irl.on(pattern).detach().build());
      }
    }
    session.flush();
    return Main.DONE;
  }

  private static boolean hasSensor(List<RequestAnswer> answers) {
    return answers.stream()
        .filter(RequestAnswer.Instrumented.class::isInstance)
        .anyMatch(one -> !((RequestAnswer.Instrumented) one).report().done().isEmpty());
  }

  private void watch(long nanos, StopSignal stop) throws IOException {
    Duration step = options.isWatched() ? options.interval() : AWAKE;
    long left = nanos;
    while (left > 0 && !stop.await(Duration.ofNanos(Math.min(left, step.toNanos())))) {
      left = nanos - (System.nanoTime() - start);
      if (left > 0 && options.isWatched()) {
        show(false);
      } else if (left > 0) {
        sites.ping();
      }
    }
  }

  private void show(boolean isLast) throws IOException {
    List<PlacedSums> sums = sites.sums(Irl.on(pattern).getProfile().build());
    if (options.isText()) {
      StringBuilder text = new StringBuilder();
      write(new Page(text), sums);
      screen.show(text);
    } else if (options.isWatched() || !isLast) {
      Json.line(session.text(), json -> write(json, sums));
    } else {
      Json.pretty(session.text(), json -> write(json, sums));
    }
    session.text().flush();
  }

  private void write(Page page, List<PlacedSums> sums) throws IOException {
    RegionTable table = new RegionTable(Screen.width(session.isScreen()), options.top());
    double elapsed = (double) (System.nanoTime() - start);
    for (PlacedSums site : sums) {
      page.title(site.place(), Human.count(site.sums().processes(), "process", "processes"));
      if (site.sums().processes() > 0) {
        table.write(page, site.sums().regions(), RegionTable.Frame.of(elapsed));
      }
      for (Refusal refusal : site.refusals()) {
        page.paragraph("  ", Failure.text(refusal));
      }
    }
  }

  private void write(JsonGenerator json, List<PlacedSums> sums) throws IOException {
    json.writeArrayFieldStart("places");
    for (PlacedSums site : sums) {
      json.writeStartObject();
      json.writeStringField("place", site.place());
      new ProfileJson(json, options).group(site.sums());
      json.writeArrayFieldStart("refused");
      for (Refusal refusal : site.refusals()) {
        json.writeStartObject();
        json.writeStringField("code", refusal.code().name());
        json.writeStringField("reason", refusal.message());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
