package io.flowgauge.testsupport;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A tab of a browser with a page, its requests and its console messages. Not thread-safe. */
public final class Tab implements AutoCloseable {
  private static final int WIDTH = 1360;
  private static final int HEIGHT = 900;

  private static final String DRAWN =
      "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(r))))";

  private final Browser browser;
  private final String target;
  private final String session;
  private final List<String> pages = new CopyOnWriteArrayList<>();
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
        // Other events do not matter.
      }
    }
  }

  /**
   * Calls a method of the protocol.
   *
   * @param method its domain and name, such as {@code Page.navigate}
   * @param parameters its parameters
   * @return its result
   */
  public JsonNode call(String method, Map<String, ?> parameters) {
    return browser.call(session, method, parameters);
  }

  /**
   * Opens a page and waits until a condition holds in it.
   *
   * @param page the file
   * @param ready the condition, an expression
   * @return this tab
   */
  public Tab go(Path page, String ready) {
    return go(page.toUri(), ready);
  }

  /**
   * Opens a page of a server and waits until a condition holds in it.
   *
   * @param page its address
   * @param ready the condition, an expression
   * @return this tab
   */
  public Tab go(URI page, String ready) {
    String address = page.toString();
    pages.add(address);
    call("Page.navigate", Map.of("url", address));
    evaluate(
        "new Promise(done => { const look = () => ("
            + ready
            + ") ? done() : setTimeout(look, 20); look(); })");
    drawn();
    return this;
  }

  /**
   * Sets the size of the viewport.
   *
   * @param width in pixels
   * @param height in pixels
   * @return this tab
   */
  public Tab size(int width, int height) {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    return this;
  }

  /**
   * Sets the colour scheme that the system prefers.
   *
   * @param theme light or dark
   * @return this tab
   */
  public Tab theme(String theme) {
    var feature = Map.of("name", "prefers-color-scheme", "value", theme);
    call("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
    return this;
  }

  /** Waits until pending changes are on the screen. */
  public void drawn() {
    evaluate(DRAWN);
  }

  /**
   * Evaluates an expression and awaits its value if that is a promise.
   *
   * @param expression JavaScript
   * @return its value
   * @throws IllegalStateException if it throws
   */
  public JsonNode evaluate(String expression) {
    JsonNode result =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    if (result.has("exceptionDetails")) {
      throw new IllegalStateException(expression + ": " + result.get("exceptionDetails"));
    }
    return result.at("/result/value");
  }

  /**
   * Text of the first element.
   *
   * @param selector a CSS selector
   * @return its text
   */
  public String text(String selector) {
    return evaluate("document.querySelector('" + selector + "').textContent").asText();
  }

  /**
   * An attribute of the first element.
   *
   * @param selector a CSS selector
   * @param name name of the attribute
   * @return its value, or the text {@code null}
   */
  public String attribute(String selector, String name) {
    return evaluate("document.querySelector('" + selector + "').getAttribute('" + name + "')")
        .asText();
  }

  /**
   * Clicks the first element.
   *
   * @param selector a CSS selector
   */
  public void click(String selector) {
    evaluate("document.querySelector('" + selector + "').click()");
    drawn();
  }

  /**
   * Focuses the first element.
   *
   * @param selector a CSS selector
   */
  public void focus(String selector) {
    evaluate("document.querySelector('" + selector + "').focus()");
  }

  /**
   * Presses and releases a key.
   *
   * @param key a letter or a name such as {@code ArrowLeft}
   */
  public void press(String key) {
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

  /**
   * Drags the mouse from left to right over an element.
   *
   * @param selector a CSS selector
   * @param from where to begin, a fraction of its width
   * @param to where to end, a fraction of its width
   * @param height a fraction of its height
   */
  public void drag(String selector, double from, double to, double height) {
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

  /**
   * Takes a screenshot.
   *
   * @return a PNG
   */
  public byte[] screenshot() {
    String data = call("Page.captureScreenshot", Map.of("format", "png")).get("data").asText();
    return Base64.getDecoder().decode(data);
  }

  /** Addresses of the pages that {@link #go} opened. */
  List<String> pages() {
    return pages;
  }

  /**
   * Addresses the page requested, including its own.
   *
   * @return a view
   */
  public List<String> requests() {
    return requests;
  }

  /**
   * Errors, warnings and other messages on the console.
   *
   * @return a view
   */
  public List<String> complaints() {
    return complaints;
  }

  /**
   * Starts counting the processor time of the page's thread, which does not depend on other load.
   *
   * @return this tab
   */
  public Tab counting() {
    call("Performance.enable", Map.of("timeDomain", "threadTicks"));
    return this;
  }

  /**
   * Processor time of the page's thread since {@link #counting}.
   *
   * @return seconds
   */
  public double processorSeconds() {
    for (JsonNode metric : call("Performance.getMetrics", Map.of()).get("metrics")) {
      if (metric.get("name").asText().equals("TaskDuration")) {
        return metric.get("value").asDouble();
      }
    }
    throw new IllegalStateException("the browser reports no processor time");
  }

  @Override
  public void close() {
    browser.forget(session);
    browser.call("", "Target.closeTarget", Map.of("targetId", target));
  }
}
