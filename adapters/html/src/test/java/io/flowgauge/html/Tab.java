package io.flowgauge.html;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A tab with a page, what the page asked for, and what it complained of. */
final class Tab implements AutoCloseable {
  private static final int WIDTH = 1360;
  private static final int HEIGHT = 900;

  private static final String READY =
      """
      new Promise(ready => {
        const look = () => document.getElementById('app')?.dataset.ready || document.querySelector('.notice')
            ? ready() : setTimeout(look, 20);
        look();
      })""";

  private static final String DRAWN =
      "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(r))))";

  private final Browser browser;
  private final String target;
  private final String session;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();

  Tab(Browser browser, String target, String session) {
    this.browser = browser;
    this.target = target;
    this.session = session;
    browser.listen(session, this::event);
    for (String domain : List.of("Runtime", "Log", "Network", "Page")) {
      call(domain + ".enable", Map.of());
    }
    size(WIDTH, HEIGHT);
    theme("light");
  }

  private void event(JsonNode event) {
    JsonNode parameters = event.path("params");
    switch (event.path("method").asText()) {
      case "Network.requestWillBeSent" -> requests.add(parameters.at("/request/url").asText());
      case "Runtime.consoleAPICalled" -> complaints.add("console: " + parameters.path("args"));
      case "Runtime.exceptionThrown" ->
          complaints.add("exception: " + parameters.path("exceptionDetails"));
      case "Log.entryAdded" -> complaints.add("log: " + parameters.path("entry"));
      default -> {
        // Of no interest.
      }
    }
  }

  JsonNode call(String method, Map<String, ?> parameters) {
    return browser.call(session, method, parameters);
  }

  /** Opens a page and waits until it is drawn. */
  Tab go(Path page) {
    call("Page.navigate", Map.of("url", page.toUri().toString()));
    evaluate(READY);
    drawn();
    return this;
  }

  Tab size(int width, int height) {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    return this;
  }

  /** What the system prefers. */
  Tab theme(String theme) {
    var feature = Map.of("name", "prefers-color-scheme", "value", theme);
    call("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
    return this;
  }

  /** Waits until what was asked for is on the screen. */
  void drawn() {
    evaluate(DRAWN);
  }

  /** The value of an expression, awaited if it is a promise. */
  JsonNode evaluate(String expression) {
    JsonNode result =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    if (result.has("exceptionDetails")) {
      throw new IllegalStateException(expression + ": " + result.get("exceptionDetails"));
    }
    return result.at("/result/value");
  }

  String text(String selector) {
    return evaluate("document.querySelector('" + selector + "').textContent").asText();
  }

  /** An attribute of an element. */
  String attribute(String selector, String name) {
    return evaluate("document.querySelector('" + selector + "').getAttribute('" + name + "')")
        .asText();
  }

  void click(String selector) {
    evaluate("document.querySelector('" + selector + "').click()");
    drawn();
  }

  void focus(String selector) {
    evaluate("document.querySelector('" + selector + "').focus()");
  }

  /** Presses a key and lets it go. */
  void press(String key) {
    String text = key.length() == 1 ? key : key.equals("Enter") ? "\r" : "";
    for (String type : List.of("keyDown", "keyUp")) {
      boolean types = type.equals("keyDown") && !text.isEmpty();
      call(
          "Input.dispatchKeyEvent",
          types
              ? Map.of("type", type, "key", key, "text", text)
              : Map.of("type", type, "key", key, "windowsVirtualKeyCode", code(key)));
    }
    drawn();
  }

  private static int code(String key) {
    return switch (key) {
      case "Tab" -> 9;
      case "Enter" -> 13;
      case "Escape" -> 27;
      case "ArrowLeft" -> 37;
      case "ArrowUp" -> 38;
      case "ArrowRight" -> 39;
      case "ArrowDown" -> 40;
      default -> 0;
    };
  }

  /** Drags the mouse from left to right, at fractions of an element's width and height. */
  void drag(String selector, double from, double to, double height) {
    evaluate("document.querySelector('" + selector + "').scrollIntoView({block: 'center'})");
    JsonNode box =
        evaluate(
            "(b => [b.left, b.top, b.width, b.height])(document.querySelector('"
                + selector
                + "').getBoundingClientRect())");
    double y = box.get(1).asDouble() + height * box.get(3).asDouble();
    double left = box.get(0).asDouble();
    double width = box.get(2).asDouble();
    mouse("mousePressed", left + from * width, y);
    mouse("mouseMoved", left + (from + to) / 2 * width, y);
    mouse("mouseMoved", left + to * width, y);
    mouse("mouseReleased", left + to * width, y);
    drawn();
  }

  private void mouse(String type, double x, double y) {
    String button = type.equals("mouseMoved") ? "none" : "left";
    call(
        "Input.dispatchMouseEvent",
        Map.of("type", type, "x", x, "y", y, "button", button, "clickCount", 1));
  }

  /** What is on the screen, as PNG. */
  byte[] screenshot() {
    String data = call("Page.captureScreenshot", Map.of("format", "png")).get("data").asText();
    return Base64.getDecoder().decode(data);
  }

  /** Addresses the page asked for, itself included. */
  List<String> requests() {
    return requests;
  }

  /** Errors, warnings and other words on the console. */
  List<String> complaints() {
    return complaints;
  }

  @Override
  public void close() {
    browser.forget(session);
    browser.call("", "Target.closeTarget", Map.of("targetId", target));
  }
}
