package io.flowgauge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.testsupport.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the examples of the documents. A fenced block marked {@code java} runs in jshell, one marked
 * {@code sh} as a command; a following block marked {@code text} is the expected output, with
 * {@code …} for omitted parts. Blocks without a mark are not run.
 */
public class DocumentationTest {
  private static final Pattern FENCED = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
  private static final int README_WORDS = 1000;

  @TempDir Path folder;

  /** A fenced block of a document. */
  public record Block(String mark, String text) {}

  static List<String> documents() throws IOException {
    Path root = Checkout.root();
    try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
      return Stream.concat(
              Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "samples/README.md"),
              docs.filter(file -> file.toString().endsWith(".md"))
                  .map(file -> root.relativize(file).toString())
                  .sorted())
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void document_examples_printWhatItShows(String document) throws IOException {
    List<Block> blocks = blocks(document);
    for (int k = 0; k < blocks.size(); k++) {
      Block block = blocks.get(k);
      boolean isShown = k + 1 < blocks.size() && blocks.get(k + 1).mark().equals("text");
      String shown = isShown ? blocks.get(k + 1).text() : "…\n";
      if (block.mark().equals("java")) {
        Outcome outcome = Outcome.ofInput(here(block.text()), UTF_8, "shell");
        assertThat(outcome.err()).as(block.text()).isEmpty();
        checkOutput(outcome, shown);
      } else if (block.mark().equals("sh") && block.text().startsWith("bin/flowgauge ")) {
        checkOutput(Outcome.of(words(block.text())), shown);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void document_links_leadSomewhere(String document) throws IOException {
    Path file = Checkout.root().resolve(document);
    for (MatchResult link : LINK.matcher(Files.readString(file)).results().toList()) {
      if (link.group(1).contains("://")) {
        continue;
      }
      Path target = link.group(1).isEmpty() ? file : file.resolveSibling(link.group(1)).normalize();
      assertThat(target).as("%s: %s", document, link.group()).exists();
      if (link.group(2) != null) {
        assertThat(anchors(target)).as("%s: %s", document, link.group()).contains(link.group(2));
      }
    }
  }

  @Test
  void readme_isShort() throws IOException {
    String text = Files.readString(Checkout.root().resolve("README.md"));

    assertThat(text.split("\\s+", -1)).hasSizeLessThan(README_WORDS);
  }

  @Test
  void readme_testCommand_isWhatContinuousIntegrationRuns() throws IOException {
    List<Block> commands = blocks("README.md");

    assertThat(Files.readString(Checkout.root().resolve(".ci/run")))
        .contains(commands.get(1).text().strip());
  }

  private static void checkOutput(Outcome outcome, String shown) {
    assertThat(outcome.status()).as(outcome.err()).isZero();
    for (String part : shown.split("\n?…\n", -1)) {
      assertThat(outcome.out()).contains(part);
    }
  }

  /** Returns the fenced blocks of a document, in order. */
  public static List<Block> blocks(String document) throws IOException {
    String text = Files.readString(Checkout.root().resolve(document));
    return FENCED
        .matcher(text)
        .results()
        .map(match -> new Block(match.group(1), match.group(2)))
        .toList();
  }

  /** Returns a script changed to read the checkout's samples and write into the test's folder. */
  private String here(String script) {
    return script
        .replace("\"samples/", "\"" + Checkout.root() + "/samples/")
        .replaceAll("Path\\.of\\(\"(?!/)", "Path.of(\"" + folder + "/");
  }

  private static String[] words(String command) {
    List<String> words = new ArrayList<>();
    Pattern.compile("'([^']*)'|(\\S+)")
        .matcher(command.replace("\\\n", " "))
        .results()
        .forEach(word -> words.add(word.group(1) == null ? word.group(2) : word.group(1)));
    return words.stream()
        .skip(1)
        .map(word -> word.replaceFirst("^(.*=)?samples/", "$1" + Checkout.root() + "/samples/"))
        .toArray(String[]::new);
  }

  /** Returns the anchors of a document's headings. */
  private static List<String> anchors(Path document) throws IOException {
    String prose = FENCED.matcher(Files.readString(document)).replaceAll("");
    return HEADING
        .matcher(prose)
        .results()
        .map(match -> match.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} -]", "").replace(' ', '-'))
        .toList();
  }
}
