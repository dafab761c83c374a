package io.flowgauge.instrumentation.nativeprovider.c;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DecodeTest {
  private static final Path LIBRARIES = Path.of("/usr/lib/x86_64-linux-gnu");
  private static final String RANDOM = "2000000";

  @Test
  void decode_goldenAndRandomBytes_areAsTheyShould() throws Exception {
    Path program =
        CPrograms.program("decode_tests", CPrograms.sources("decode"), CPrograms.SANITIZED);

    assertThat(CPrograms.run(List.of(program.toString()))).contains("ok");
  }

  @Test
  void decode_binariesOfTheSystem_areDecodedAsZydisDecodesThem() throws Exception {
    CPrograms.assumeHeader("Zydis/Zydis.h");
    Path program =
        CPrograms.program("decode_zydis", CPrograms.sources("decode"), List.of("-lZydis"));
    List<String> command = new ArrayList<>(List.of(program.toString(), RANDOM));
    command.addAll(binaries());

    assertThat(CPrograms.run(command)).containsPattern("instructions \\d{6,}, mismatches 0\n$");
  }

  /** Returns a few programs and libraries; numeric and cryptographic ones have rare opcodes. */
  private static List<String> binaries() {
    return Stream.concat(
            Stream.of("/bin/bash", "/usr/bin/povray", "/usr/bin/ffmpeg").map(Path::of),
            Stream.of(
                    "libc.so.6", "libm.so.6", "libcrypto.so.3", "libstdc++.so.6", "libx264.so.164")
                .map(LIBRARIES::resolve))
        .filter(Files::exists)
        .map(Path::toString)
        .toList();
  }
}
