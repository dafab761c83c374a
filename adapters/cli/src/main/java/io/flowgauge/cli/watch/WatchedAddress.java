package io.flowgauge.cli.watch;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.cli.terminal.Screen;
import io.flowgauge.cli.terminal.StopSignal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A run that another monitor watches, queried at the address of its page. Not thread-safe. */
final class WatchedAddress {
  /** Environment variable with the token of a monitor that requires one. */
  static final String TOKEN = "FLOWGAUGE_TOKEN";

  private static final Pattern RUN = Pattern.compile("(/runs/[^/]+)/?");
  private static final String FINISHED = "Flowgauge-Finished";
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int OK = 200;
  private static final int NOT_YET = 503;

  private final URI address;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  private WatchedAddress(URI address) {
    this.address = address;
  }

  /** Whether a place is the address of a page. */
  static boolean fits(String place) {
    return place.startsWith("http://") || place.startsWith("https://");
  }

  static WatchedAddress of(String place) {
    try {
      URI address = URI.create(place);
      Matcher path = RUN.matcher(address.getRawPath());
      if (address.getHost() != null && path.matches()) {
        // Without additions of a browser, such as the section in view.
        return new WatchedAddress(address.resolve(path.group(1)));
      }
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException("'" + place + "' is not an address: " + e.getMessage());
    }
    throw new WrongUsageException(
        "an address must name a run, as those on the page of a monitor do, such as"
            + " http://localhost:8080/runs/ID, but is "
            + place);
  }

  /** Shows the run until it is over; returns the exit status. */
  int watch(Session session, boolean isJson, boolean isOnce, Duration pause, StopSignal stop)
      throws IOException {
    Screen screen = new Screen(session.text(), session.isScreen() && !isJson);
    boolean isOver = false;
    while (!isOver) {
      HttpResponse<String> answer = ask(isJson ? "watch.json" : "watch.txt");
      if (answer.statusCode() == OK) {
        isOver = answer.headers().firstValue(FINISHED).filter("true"::equals).isPresent();
        show(answer.body(), isJson, session, screen);
      } else if (isOnce || answer.statusCode() != NOT_YET) {
        throw new IOException(address + ": " + answer.body().strip());
      }
      isOver |= isOnce || (!isOver && stop.await(pause));
    }
    return Main.DONE;
  }

  private static void show(String body, boolean isJson, Session session, Screen screen)
      throws IOException {
    if (isJson) {
      session.text().write(body);
      session.text().flush();
    } else {
      screen.show(body);
    }
  }

  /** Adds a token to a request, without the line end of a file that it may come from. */
  static void authorize(HttpRequest.Builder request, String token) {
    try {
      request.header("Authorization", "Bearer " + token.strip());
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException(TOKEN + " has a character that is not allowed in a token");
    }
  }

  private HttpResponse<String> ask(String form) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + "/" + form)).timeout(PATIENCE);
    String token = System.getenv(TOKEN);
    if (token != null) {
      authorize(request, token);
    }
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking " + address, e);
    } catch (IOException e) {
      String why = e.getMessage() == null ? "nothing listens there" : e.getMessage();
      throw new IOException(address + " does not answer: " + why, e);
    }
  }
}
