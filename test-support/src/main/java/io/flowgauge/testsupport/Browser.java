package io.flowgauge.testsupport;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A headless Chromium, driven by the DevTools protocol: one for all tests of a JVM, ended with it.
 * Thread-safe.
 */
public final class Browser {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final Pattern ADDRESS = Pattern.compile("DevTools listening on (ws://\\S+)");
  private static final long PATIENCE_SECONDS = 120;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static Browser shared;

  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final Map<String, Consumer<JsonNode>> listeners = new ConcurrentHashMap<>();
  private final AtomicInteger lastId = new AtomicInteger();
  private final WebSocket socket;

  private Browser(URI address) {
    socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, new Messages()).join();
  }

  /**
   * The browser of this JVM. If there is none or it does not start, the calling test is skipped.
   *
   * @return the browser
   * @throws IOException if its files cannot be created
   */
  public static synchronized Browser shared() throws IOException {
    if (shared == null) {
      shared = new Browser(start());
    }
    return shared;
  }

  private static URI start() throws IOException {
    Path profile = Files.createTempDirectory("flowgauge-chromium");
    Process process =
        new ProcessBuilder(
                executable().toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--force-color-profile=srgb",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process, profile)));
    URI address = address(process.errorReader());
    assumeTrue(address != null, "skipped: Chromium does not start here");
    return address;
  }

  private static Path executable() {
    Optional<Path> found = NAMES.stream().map(Commands::find).flatMap(Optional::stream).findFirst();
    assumeTrue(found.isPresent(), "skipped: no Chromium in PATH");
    return found.get();
  }

  /** Keeps reading after the address, so that a full pipe never blocks the browser. */
  private static URI address(BufferedReader errors) {
    CompletableFuture<URI> address = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              errors
                  .lines()
                  .forEach(
                      line -> {
                        Matcher found = ADDRESS.matcher(line);
                        if (found.find()) {
                          address.complete(URI.create(found.group(1)));
                        }
                      });
              address.complete(null);
            },
            "chromium-errors");
    reader.setDaemon(true);
    reader.start();
    return address.completeOnTimeout(null, PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  private static void end(Process process, Path profile) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().join();
    try (Stream<Path> files = Files.walk(profile)) {
      files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      // Remaining files are temporary.
    }
  }

  /**
   * Opens an empty tab.
   *
   * @return the tab; the caller closes it
   */
  public Tab open() {
    String target =
        call("", "Target.createTarget", Map.of("url", "about:blank")).get("targetId").asText();
    JsonNode attached =
        call("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true));
    return new Tab(this, target, attached.get("sessionId").asText());
  }

  void listen(String session, Consumer<JsonNode> listener) {
    listeners.put(session, listener);
  }

  void forget(String session) {
    listeners.remove(session);
  }

  /** Calls a method of the protocol; an empty session is the browser itself. */
  JsonNode call(String session, String method, Map<String, ?> parameters) {
    int id = lastId.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    var message = MAPPER.createObjectNode().put("id", id).put("method", method);
    message.set("params", MAPPER.valueToTree(parameters));
    if (!session.isEmpty()) {
      message.put("sessionId", session);
    }
    synchronized (socket) {
      socket.sendText(message.toString(), true).join();
    }
    JsonNode reply = answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    if (reply.has("error")) {
      throw new IllegalStateException(method + ": " + reply.get("error"));
    }
    return reply.get("result");
  }

  /** Passes answers to calls, and events to their tabs. */
  private final class Messages implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        receive(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void receive(String message) {
      try {
        JsonNode node = MAPPER.readTree(message);
        CompletableFuture<JsonNode> answer = answers.remove(node.path("id").asInt());
        if (answer != null) {
          answer.complete(node);
        } else {
          listeners.getOrDefault(node.path("sessionId").asText(), n -> {}).accept(node);
        }
      } catch (IOException e) {
        throw new IllegalStateException("not JSON: " + message, e);
      }
    }
  }
}
