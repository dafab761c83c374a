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
 * Gives each test a tab of its own, as a parameter of the test or of what is done before it, and
 * closes it. No page in it may ask for anything but itself, nor write to the console. Where there
 * is no browser, the test is skipped. Immutable and thread-safe.
 */
public final class QuietTab implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
  private static final Namespace TABS = Namespace.create(QuietTab.class);

  /** A page that says by this that it has no icon. */
  private static final String NO_ICON = "data:,";

  /** An extension without a state, made by JUnit. */
  public QuietTab() {}

  /** Here, since a test cannot be skipped while its parameters are made. */
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
