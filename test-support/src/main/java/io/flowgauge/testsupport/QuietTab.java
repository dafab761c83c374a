package io.flowgauge.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test a tab of its own, as a parameter of the test or of its set-up, and closes it. No
 * page in it may request anything but itself or write to the console. Without a browser, the test
 * is skipped. Immutable and thread-safe.
 */
public final class QuietTab implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
  private static final Namespace TABS = Namespace.create(QuietTab.class);

  /** An icon link by which a page declares that it has none. */
  private static final String NO_ICON = "data:,";

  /** Creates the extension, for JUnit. */
  public QuietTab() {}

  /** Starts the browser here, as a test cannot be skipped while its parameters are resolved. */
  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    context.getStore(TABS).put(Tab.class, Browser.shared().open());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    try (Tab tab = context.getStore(TABS).remove(Tab.class, Tab.class)) {
      if (tab != null) {
        requireQuiet(tab);
      }
    }
  }

  private static void requireQuiet(Tab tab) {
    List<String> pages = tab.pages();
    assertThat(tab.complaints()).isEmpty();
    assertThat(tab.requests())
        .containsAll(pages)
        .allMatch(url -> url.equals(NO_ICON) || pages.contains(url));
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Tab.class;
  }

  @Override
  public Tab resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context.getStore(TABS).get(Tab.class, Tab.class);
  }
}
