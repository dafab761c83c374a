package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.jvm.agent.core.AgentProtocol;
import io.flowgauge.instrumentation.jvm.sensor.Layout;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A process that lies about everything gets refusals and odd profiles, but crashes nothing. */
class HostileAgentTest {
  private static final int ROUNDS = 200;
  private static final int MOST_BYTES = 400;

  /** Says hello as this process's agent, then sends what the test wants. */
  private static final class Liar implements AutoCloseable {
    private final SocketChannel channel;

    Liar(Folder folder) throws IOException {
      channel =
          SocketChannel.open(
              UnixDomainSocketAddress.of(folder.path().resolve(AgentProtocol.SOCKET)));
    }

    void say(byte[] bytes) throws IOException {
      DataOutputStream out = new DataOutputStream(Channels.newOutputStream(channel));
      out.writeInt(bytes.length);
      out.write(bytes);
    }

    void hello() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeInt(AgentProtocol.MAGIC);
      out.writeInt(AgentProtocol.VERSION);
      out.writeLong(ProcessHandle.current().pid());
      out.writeBoolean(false);
      out.writeUTF("");
      say(bytes.toByteArray());
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private static Outcome<InstrumentedProcess> begin(Folder folder) {
    JavaTarget here = JavaTarget.of(ProcessHandle.current(), "liar");
    return AgentHandshake.begin(folder, here, Duration.ofSeconds(5), false);
  }

  private static byte[] random(Random random) {
    byte[] bytes = new byte[1 + random.nextInt(MOST_BYTES)];
    random.nextBytes(bytes);
    bytes[0] = (byte) random.nextInt(2);
    if (random.nextBoolean()) {
      // Small numbers get further in the decoder.
      for (int k = 1; k < bytes.length; k++) {
        bytes[k] = (byte) (random.nextInt(8) == 0 ? random.nextInt(20) : 0);
      }
    }
    return bytes;
  }

  @Test
  void answers_random_areRefusedOrRead() throws Exception {
    Random random = new Random(11);
    try (Folder folder = Folder.create(Optional.empty());
        Liar liar = new Liar(folder)) {
      liar.hello();
      InstrumentedProcess process = begin(folder).orThrow();
      for (int k = 0; k < ROUNDS; k++) {
        liar.say(random(random));
        Outcome<?> outcome =
            switch (k % 3) {
              case 0 -> process.structure(StructureFilter.all());
              case 1 -> process.instrument("a:b");
              default -> process.deinstrument("a:b");
            };
        assertThat(outcome).isNotNull();
      }
    }
  }

  @Test
  void hello_random_isRefused() throws Exception {
    Random random = new Random(12);
    for (int k = 0; k < 20; k++) {
      try (Folder folder = Folder.create(Optional.empty());
          Liar liar = new Liar(folder)) {
        liar.say(random(random));
        assertThat(begin(folder).refusal()).isPresent();
      }
    }
  }

  @Test
  void answer_ofImpossibleLength_isRefused() throws Exception {
    try (Folder folder = Folder.create(Optional.empty());
        Liar liar = new Liar(folder)) {
      liar.hello();
      InstrumentedProcess process = begin(folder).orThrow();
      liar.channel.write(ByteBuffer.allocate(4).putInt(Integer.MAX_VALUE).flip());
      assertThat(process.structure().refusal().orElseThrow().message()).contains("2147483647");
      assertThat(process.structure().refusal().orElseThrow().message())
          .isEqualTo(
              "the agent in liar did not answer: the connection was closed after an earlier request"
                  + " failed; detach, and attach again");
    }
  }

  @Test
  void answers_cutOff_areRefusedWithTheirFault() throws Exception {
    try (Folder folder = Folder.create(Optional.empty());
        Liar liar = new Liar(folder)) {
      liar.hello();
      InstrumentedProcess process = begin(folder).orThrow();
      liar.say(new byte[] {1});
      assertThat(process.structure().refusal().orElseThrow().message())
          .startsWith("the agent in liar sent an answer that cannot be read: ");
      liar.say(new byte[0]);
      assertThat(process.structure().refusal().orElseThrow().message())
          .isEqualTo("the agent in liar did not answer: its answer is empty");
    }
  }

  @Test
  void hello_cutOff_isRefusedWithItsFault() throws Exception {
    try (Folder folder = Folder.create(Optional.empty());
        Liar liar = new Liar(folder)) {
      liar.say(new byte[] {1});
      assertThat(begin(folder).refusal().orElseThrow().message())
          .endsWith(" did not report: its first message ends early");
    }
  }

  @Test
  void memoryAndNames_scribbledOverAndCutOff_giveAProfile() throws Exception {
    Random random = new Random(13);
    try (Folder folder = Folder.create(Optional.empty());
        Liar liar = new Liar(folder)) {
      liar.hello();
      InstrumentedProcess process = begin(folder).orThrow();
      for (int k = 0; k < 20; k++) {
        byte[] noise = new byte[1 << 16];
        random.nextBytes(noise);
        int most = Layout.RECORDS_AT + noise.length;
        folder.memory().write(ByteBuffer.wrap(noise), random.nextInt(most));
        folder.regions().write(ByteBuffer.wrap(random(random)), folder.regions().size());
        Profile profile = process.profile();
        assertThat(profile.regions()).isNotNull();
      }
      folder.memory().truncate(100);
      folder.regions().truncate(0);
      assertThat(process.profile().callGraph()).isEmpty();
    }
  }
}
