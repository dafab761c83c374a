package io.flowgauge.instrumentation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every Java example in the documentation of this module and of its SPI compiles. */
class PackageExamplesTest {
  private static final Path PACKAGE = Path.of("src/main/java/io/flowgauge/instrumentation");
  private static final Path SPI = Path.of("../../instrumentation-spi");
  private static final Pattern EXAMPLE =
      Pattern.compile("<pre>\\{@code\n(.*?)\n \\* *(?:\\* )?}</pre>", Pattern.DOTALL);

  /** Declarations that examples rely on without showing them. */
  private static final String AROUND =
      """
      import io.flowgauge.Flowgauge;
      import io.flowgauge.instrumentation.*;
      import io.flowgauge.instrumentation.activity.*;
      import io.flowgauge.instrumentation.irl.*;
      import io.flowgauge.instrumentation.tracking.*;
      import io.flowgauge.instrumentation.xml.*;
      import io.flowgauge.run.*;
      import java.io.*;
      import java.util.*;
      class Example {
        InstrumentationProvider provider;
        InstrumentedProcess process;
        RunRecorder recorder;
        IrlPerformer performer;
        InputStream in;
        OutputStream out;
        List<Profile> profiles;

        void runWorkflow() {}

        void example() throws Exception {
      %s
        }
      }
      """;

  @TempDir private Path classes;

  /** Returns the test class path; Surefire's own is a jar that names the others. */
  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  static List<String> files() {
    return List.of(
        "package-info.java",
        "Instrumentation.java",
        "activity/ActivityPhases.java",
        "activity/ActivityProfile.java",
        "activity/PhaseMapping.java",
        "irl/package-info.java",
        "irl/IrlPerformer.java",
        "tracking/ProcessPattern.java",
        "tracking/ProcessTracker.java",
        "xml/StructureXml.java");
  }

  @ParameterizedTest
  @MethodSource("files")
  void example_inJavadoc_compiles(String file) throws IOException {
    List<String> examples = examples(source(file));
    assertThat(examples).as("examples in %s", file).isNotEmpty();
    for (String example : examples) {
      assertThat(errors(example)).as(example).isEmpty();
    }
  }

  /** Returns the path of a source file; subfolders are in this module, other files in the SPI. */
  private static Path source(String file) {
    return (file.contains("/") ? PACKAGE : SPI.resolve(PACKAGE)).resolve(file);
  }

  @Test
  void files_withExamplesInJava_areAllCompiled() throws IOException {
    List<String> with = new ArrayList<>();
    for (Path folder : List.of(PACKAGE, SPI.resolve(PACKAGE))) {
      for (Path path : sources(folder)) {
        if (!examples(path).isEmpty() && !path.endsWith("IrlXml.java")) {
          with.add(folder.relativize(path).toString());
        }
      }
    }
    assertThat(with).containsExactlyInAnyOrderElementsOf(files());
  }

  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> below = Files.walk(folder)) {
      return below.filter(path -> path.toString().endsWith(".java")).toList();
    }
  }

  private static List<String> examples(Path file) throws IOException {
    List<String> examples = new ArrayList<>();
    Matcher matcher = EXAMPLE.matcher(Files.readString(file, UTF_8));
    while (matcher.find()) {
      examples.add(
          matcher
              .group(1)
              .lines()
              .map(line -> line.replaceFirst("^ *\\* ?", ""))
              .reduce("", (before, line) -> before + line + "\n"));
    }
    return examples;
  }

  private List<String> errors(String example) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Assumptions.assumeTrue(compiler != null, "needs a JDK");
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    String body = example.replace("= …;", "= profiles;");
    SimpleJavaFileObject source =
        new SimpleJavaFileObject(URI.create("string:///Example.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return AROUND.replace("%s", body);
          }
        };
    List<String> options = List.of("-proc:none", "-d", classes.toString(), "-cp", classPath());
    compiler.getTask(null, null, found, options, null, List.of(source)).call();
    return found.getDiagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
        .map(Object::toString)
        .toList();
  }
}
