package io.flowgauge.log.c;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.trigger.TriggerEntry;
import io.flowgauge.log.trigger.Triggers;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** C and Java agree on which lines of a trigger file are entries. */
class CTriggersTest {
  private static final int TRIES = 150;
  private static final Pattern PROBLEM = Pattern.compile("(?:t: )?line (\\d+): .*");

  @Provide
  Arbitrary<String> files() {
    Arbitrary<String> part =
        Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(
                20,
                Arbitraries.of(
                    "event=",
                    "where=",
                    "to=",
                    "id=",
                    "*",
                    "ev*",
                    "a>=1",
                    "&",
                    "b<2.5",
                    "c!=1e3",
                    "d==-0",
                    "e>",
                    "+.5",
                    "5.",
                    "\"",
                    "\\\"",
                    "\\\\",
                    " ",
                    "\t",
                    "#",
                    "=",
                    "\r",
                    "file:/x",
                    "dir:/x?max=9&keep=3&age=1",
                    "tcp://h:1",
                    "tcp://[::1]:65535/",
                    "unix:/s",
                    "other:x",
                    "é",
                    "\u0085",
                    "\uFFFD")),
            net.jqwik.api.Tuple.of(1, Arbitraries.strings().ofLength(1).map(CTriggersTest::text)));
    Arbitrary<String> soup = part.list().ofMaxSize(10).map(parts -> String.join("", parts));
    Arbitrary<String> entry =
        part.list().ofMaxSize(3).map(p -> "event=* to=file:/x " + String.join("", p));
    return Arbitraries.oneOf(soup, entry)
        .list()
        .ofMaxSize(20)
        .map(lines -> String.join("\n", lines));
  }

  /** Replaces halves of surrogate pairs, which UTF-8 files cannot hold. */
  private static String text(String any) {
    return new String(any.getBytes(UTF_8), UTF_8);
  }

  @Property(tries = TRIES)
  void badLines_ofAnyFile_areThoseJavaFinds(@ForAll("files") String file) throws Exception {
    assertThat(problemsOfC(file)).isEqualTo(problemsOfJava(file));
  }

  private static Set<Integer> problemsOfJava(String file) {
    List<String> lines = Arrays.asList(file.split("\n", -1));
    Set<Integer> problems = new TreeSet<>();
    for (int k = 0; k < lines.size(); k++) {
      Triggers line = Triggers.parse(lines.get(k));
      if (!line.problems().isEmpty() || !line.entries().stream().allMatch(CTriggersTest::canGo)) {
        problems.add(k + 1);
      }
    }
    return problems;
  }

  private static boolean canGo(TriggerEntry entry) {
    try {
      LogDestination.parse(entry.to());
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Test
  void lines_withoutMemoryForThem_areReported() throws Exception {
    String file = "event=a to=file:/x\n# none\nevent=b to=file:/x\n";
    assertThat(problemsOfC(file)).isEmpty();
    assertThat(problemsOfC(file, "-DNO_REALLOC")).containsExactly(1, 3);
  }

  private static Set<Integer> problemsOfC(String file, String... options) throws Exception {
    String[] all =
        Stream.concat(Stream.of("-DSTANDALONE"), Stream.of(options)).toArray(String[]::new);
    Process process =
        new ProcessBuilder(CPrograms.program("trigger_fuzz", all).toString())
            .redirectErrorStream(true)
            .start();
    try (var to = process.getOutputStream()) {
      to.write(file.getBytes(UTF_8));
    }
    return CPrograms.output(process)
        .lines()
        .map(PROBLEM::matcher)
        .filter(Matcher::matches)
        .map(line -> Integer.valueOf(line.group(1)))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
