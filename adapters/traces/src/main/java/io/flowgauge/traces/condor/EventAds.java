package io.flowgauge.traces.condor;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The events of a user log of ads, one after another: elements of XML ({@code <c>}) without a root
 * element, or objects of JSON. Not thread-safe.
 */
final class EventAds {
  /** Maximum length of an ad in characters; HTCondor writes none longer. */
  private static final int MAX_AD = 1 << 20;

  private static final String TYPE = "EventTypeNumber";
  private static final Pattern XML =
      Pattern.compile(
          "\\A\\s*+(?:<\\?xml[^>]*+>\\s*+)?(?:<!DOCTYPE[^>\\[]*+>\\s*+)?(?:<classads>\\s*+)?"
              + "<c>\\s*+<a\\s++n=\"");
  private static final Pattern JSON =
      Pattern.compile("\\A\\s*+(?:\\[\\s*+)?\\{\\s*+\"[A-Za-z]++\"\\s*+:");
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,10}");

  private final Remarks remarks;
  private final EventTime times = EventTime.withYears();
  private final AdText form;
  private final Consumer<UserLogEvent> consumer;
  private final StringBuilder ad = new StringBuilder();
  private String where = "";
  private boolean tooLong;

  private EventAds(AdText form, Remarks remarks, Consumer<UserLogEvent> consumer) {
    this.form = form;
    this.remarks = remarks;
    this.consumer = consumer;
  }

  static boolean matches(TraceFile file) {
    return form(file).isPresent();
  }

  private static Optional<AdText> form(TraceFile file) {
    String head = file.head();
    if (XML.matcher(head).find() && head.contains("<a n=\"" + TYPE + "\">")) {
      return Optional.of(new XmlAd());
    }
    boolean json =
        JSON.matcher(head).find()
            && head.contains("\"" + TYPE + "\"")
            && head.contains("\"EventTime\"");
    return json ? Optional.of(new JsonAd()) : Optional.empty();
  }

  /**
   * Reads all events.
   *
   * @param remarks receives anything unusual
   * @param consumer receives the events in the order of the file
   */
  static boolean read(TraceFile file, Remarks remarks, Consumer<UserLogEvent> consumer)
      throws IOException {
    EventAds ads = new EventAds(form(file).orElseThrow(), remarks, consumer);
    try (TraceLines lines = TraceLines.of(file)) {
      while (lines.next()) {
        ads.line(lines.text(), file.fileName() + " line " + lines.number());
      }
    }
    if (ads.ad.length() > 0) {
      remarks.error("events cut off at the end of the file, left out", ads.where);
    }
    return ads.times.metUnknownZone();
  }

  private void line(String text, String place) {
    form.beginLine();
    for (int k = 0; k < text.length(); ) {
      int depth = form.depth();
      int next = form.step(text, k);
      if (depth == 0 && form.depth() == 1) {
        where = place;
      } else if (depth == 0 && !form.isBetween(text.charAt(k))) {
        remarks.error("text that belongs to no event, left out", place);
        form.reset();
        return;
      }
      if (depth > 0 || form.depth() > 0) {
        add(text, k, next);
      }
      if (depth == 1 && form.depth() == 0) {
        end();
      }
      k = next;
    }
    if (form.depth() > 1 && text.contains("\"" + TYPE + "\"")) {
      restart(place);
    }
    add("\n", 0, form.depth() > 0 ? 1 : 0);
  }

  private void add(String text, int from, int to) {
    if (ad.length() + to - from <= MAX_AD) {
      ad.append(text, from, to);
    } else {
      tooLong = true;
    }
  }

  /** Starts again at an event found within an event, because the outer one was cut off. */
  private void restart(String place) {
    remarks.error("events without their end, left out", where);
    String inner = ad.substring(Math.max(0, ad.lastIndexOf(form.opening())));
    ad.setLength(0);
    ad.append(inner);
    form.restart();
    where = place;
    tooLong = false;
  }

  private void end() {
    if (tooLong) {
      remarks.error("events of over " + MAX_AD + " characters, left out", where);
    } else {
      try {
        event(form.parse(ad.toString()));
      } catch (IOException e) {
        remarks.error("events that cannot be read, left out", where);
      }
    }
    ad.setLength(0);
    tooLong = false;
  }

  private void event(Map<String, String> values) {
    OptionalLong code = number(values, TYPE);
    OptionalLong cluster = number(values, "Cluster");
    OptionalLong nanos = times.nanos(values.getOrDefault("EventTime", ""));
    if (code.isEmpty() || cluster.isEmpty()) {
      remarks.error("events without their number or job, left out", where);
    } else if (nanos.isEmpty()) {
      remarks.error("events without a readable time, left out", where);
    } else {
      consumer.accept(
          new UserLogEvent(
              (int) Math.max(-1, Math.min(code.getAsLong(), Integer.MAX_VALUE)),
              cluster.getAsLong(),
              number(values, "Proc").orElse(0),
              number(values, "Subproc").orElse(0),
              nanos.getAsLong(),
              values,
              where));
    }
  }

  private static OptionalLong number(Map<String, String> values, String name) {
    String text = values.getOrDefault(name, "");
    return NUMBER.matcher(text).matches()
        ? OptionalLong.of(Long.parseLong(text))
        : OptionalLong.empty();
  }
}
