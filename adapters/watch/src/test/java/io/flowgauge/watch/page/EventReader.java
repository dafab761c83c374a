package io.flowgauge.watch.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Reads server-sent events, for tests. */
final class EventReader implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 20;
  private static final Event END = new Event("", "end", null);

  /** One event. */
  record Event(String id, String name, JsonNode data) {}

  private final InputStream in;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

  private EventReader(InputStream in) {
    this.in = in;
    Thread reader = new Thread(this::read, "event-reader");
    reader.setDaemon(true);
    reader.start();
  }

  static EventReader open(HttpClient client, URI address, String lastEvent) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(address);
    if (!lastEvent.isEmpty()) {
      request.header("Last-Event-ID", lastEvent);
    }
    HttpResponse<InputStream> answer =
        client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/event-stream");
    return new EventReader(answer.body());
  }

  private void read() {
    ObjectMapper mapper = new ObjectMapper();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      String id = "";
      String name = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("id: ")) {
          id = line.substring("id: ".length());
        } else if (line.startsWith("event: ")) {
          name = line.substring("event: ".length());
        } else if (line.startsWith("data: ")) {
          events.add(new Event(id, name, mapper.readTree(line.substring("data: ".length()))));
        }
      }
    } catch (IOException e) {
      // Cut off, which also counts as the end.
    } finally {
      events.add(END);
    }
  }

  /** Returns the next event of a name; skips others. */
  Event next(String name) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      Event event = events.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      assertThat(event).as("event " + name).isNotNull();
      if (event.name().equals(name)) {
        return event;
      }
      assertThat(event).isNotEqualTo(END);
    }
  }

  /** Returns the next event of a name whose data contain a text. */
  Event next(String name, String text) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    Event event = next(name);
    while (!event.data().toString().contains(text)) {
      assertThat(System.nanoTime() - end).as(name + " with " + text).isNegative();
      event = next(name);
    }
    return event;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
