package io.flowgauge.instrumentation.nativeprovider.dwarf;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged and truncated files give a result or the declared exception, in bounded time. */
class HostileDebugInfoTest {
  private static final int ROUNDS = Boolean.getBoolean("flowgauge.long") ? 100_000 : 400;
  private static final Duration LONGEST_ROUND = Duration.ofSeconds(5);
  private static final long[] ODD = {0, 1, 0x7f, 0xff, 0xffff_ffffL, Long.MAX_VALUE, -1, 1L << 40};

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"-gdwarf-4", "-gdwarf-5", "-gdwarf-5 -gz=zlib"})
  void read_changedFiles_failOnlyAsDeclared(String options) throws Exception {
    Path program = compile(options);
    byte[] original = Files.readAllBytes(program);
    int[] places = debugSections(program);
    Random random = new Random(options.hashCode());
    int read = 0;

    for (int round = 0; round < ROUNDS; round++) {
      read += isRead(change(original, places, random), round) ? 1 : 0;
    }

    assertThat(read).as("some changes must leave a readable file").isBetween(1, ROUNDS - 1);
  }

  private boolean isRead(byte[] bytes, int round) throws Exception {
    Path changed = Files.write(folder.resolve("changed"), bytes);
    long begin = System.nanoTime();
    boolean isRead = false;
    try {
      DebugInfo info = DebugInfo.read(changed, folder);
      info.functions().forEach(each -> info.position(each.address()));
      isRead = true;
    } catch (IOException e) {
      assertThat(e).isInstanceOf(DebugFormatException.class);
    } catch (RuntimeException | Error e) {
      throw new AssertionError("round " + round, e);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LONGEST_ROUND);
    return isRead;
  }

  private static byte[] change(byte[] original, int[] places, Random random) {
    byte[] changed = original.clone();
    ByteBuffer buffer = ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = random.nextInt(5); i >= 0; i--) {
      int section = random.nextInt(places.length / 2) * 2;
      int at = places[section] + random.nextInt(Math.max(1, places[section + 1] - 8));
      long value = random.nextBoolean() ? ODD[random.nextInt(ODD.length)] : random.nextLong();
      switch (random.nextInt(3)) {
        case 0 -> buffer.put(at, (byte) value);
        case 1 -> buffer.putInt(at, (int) value);
        default -> buffer.putLong(at, value);
      }
    }
    return random.nextInt(8) == 0
        ? Arrays.copyOf(changed, random.nextInt(changed.length))
        : changed;
  }

  /** Returns the offsets and sizes of the debug sections and of the section headers. */
  private static int[] debugSections(Path program) throws Exception {
    String text = CPrograms.run(List.of("readelf", "-SW", program.toString()));
    List<Integer> places = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      if (line.contains(" .debug_")) {
        String[] words = line.replaceAll("^ *\\[ *\\d+\\] *", "").split(" +", -1);
        places.add(Integer.parseInt(words[3], 16));
        places.add(Integer.parseInt(words[4], 16));
      }
    }
    byte[] bytes = Files.readAllBytes(program);
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    places.add((int) header.getLong(40));
    places.add(bytes.length - (int) header.getLong(40));
    return places.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Every unit refers to one large table at a different offset; every entry refers to itself. */
  @Test
  void read_endlessReferences_end() throws Exception {
    Path program = compile("-gdwarf-4");
    byte[] original = Files.readAllBytes(program);
    int[] places = debugSections(program);
    for (int section = 0; section + 2 < places.length; section += 2) {
      for (int value : new int[] {0, 1, 0x11, 0x80, 0xff}) {
        byte[] filled = original.clone();
        Arrays.fill(filled, places[section], places[section] + places[section + 1], (byte) value);
        isRead(filled, section);
      }
    }
  }

  @Test
  void read_everyLengthOfAFile_failsOnlyAsDeclared() throws Exception {
    byte[] original = Files.readAllBytes(compile("-gdwarf-5"));
    for (int length = 0; length < original.length; length += 97) {
      isRead(Arrays.copyOf(original, length), length);
    }
  }

  private Path compile(String options) throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("p.c"),
            """
            #include <stdio.h>
            struct pair { int a, b; };
            static inline int sum(struct pair p) { return p.a + p.b; }
            int used(int x) { struct pair p = {x, 2}; return sum(p); }
            int main(void) { printf("%d\\n", used(3)); return 0; }
            """);
    Path program = folder.resolve("program");
    List<String> command = new ArrayList<>(List.of(CPrograms.compiler(), "-O2"));
    command.addAll(List.of(options.split(" ", -1)));
    command.addAll(List.of(source.toString(), "-o", program.toString()));
    CPrograms.run(command);
    return program;
  }
}
