package io.flowgauge.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.contract.ContractTarget;
import io.flowgauge.instrumentation.simulated.SimulatedPrograms;
import io.flowgauge.sites.identity.Credentials;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Connections that are opened to do harm, while an honest client is still answered. 2,000 of them,
 * 10,000 with {@code -Dflowgauge.long=true} and {@code ulimit -n} of 12,000 or more: {@code mvn
 * -Dquick -pl adapters/sites -am test -Dtest=HostileConnectionsTest
 * -Dsurefire.failIfNoSpecifiedTests=false -Dflowgauge.long=true}.
 *
 * <p>Each test has its own node. Tests that wait for the end of 10 s run concurrently.
 */
class HostileConnectionsTest {
  private static final boolean IS_LONG = Boolean.getBoolean("flowgauge.long");
  private static final int GIGABYTE = 1 << 30;

  /** Long enough for a busy machine; normally a connection takes milliseconds. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private Laboratory lab;
  private final SimulatedPrograms programs = new SimulatedPrograms();
  private ContractTarget target;
  private SitesDaemon node;
  private Path alice;
  private Credentials mallory;

  @BeforeEach
  void found() throws Exception {
    lab = new Laboratory(folder);
    target = programs.start();
    node = lab.node("siteA/node1", programs.provider());
    alice = lab.identity("user/alice");
    mallory = lab.opened(Credentials.load(lab.identity("user/mallory")));
  }

  @AfterEach
  void close() throws Exception {
    lab.close();
  }

  /** Asserts that a new connection is answered and that nothing had an effect. */
  private void assertHonestIsServed() throws Exception {
    try (Sites honest = Sites.connect(alice, Laboratory.address(node)).within(PATIENCE)) {
      assertThat(honest.provider("simulated").ping())
          .singleElement()
          .satisfies(one -> assertThat(one.answer().refusals()).isEmpty());
    }
    assertThat(programs.sensors(target)).isZero();
  }

  private long audited(String reason) throws IOException {
    return lab.audited("node/siteA/node1").lines().filter(one -> one.contains(reason)).count();
  }

  private void awaitAudited(int count, String reason) throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (audited(reason) < count) {
      assertThat(System.nanoTime()).as(audited(reason) + " x " + reason).isLessThan(end);
      Thread.sleep(50);
    }
  }

  private SocketChannel connected() throws IOException {
    return lab.opened(
        SocketChannel.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), node.port().orElseThrow())));
  }

  @Test
  void connect_thousandsThatSayNothing_giveWayToTheHonest() throws Exception {
    int count = IS_LONG ? 10_000 : 1_500;
    for (int i = 0; i < count; i++) {
      connected();
      if (i % (count / 10) == 0) {
        assertHonestIsServed();
      }
    }
    assertHonestIsServed();
    awaitAudited(count - 500 - 12, "more than 500 connections without a certificate");
    awaitAudited(count, "without a certificate");
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void handshake_byteByByte_isOverInTime() throws Exception {
    List<SocketChannel> slow = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      slow.add(connected());
    }
    byte[] hello = {22, 3, 1, 1, 0, 1, 0, 0, (byte) 252, 3, 3};
    for (byte one : hello) {
      for (SocketChannel channel : slow) {
        write(channel, one);
      }
      Thread.sleep(100);
    }
    assertHonestIsServed();
    awaitAudited(slow.size(), "without a certificate");
  }

  private static void write(SocketChannel channel, byte one) {
    try {
      channel.write(ByteBuffer.wrap(new byte[] {one}));
    } catch (IOException e) {
      return; // The node has hung up.
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void connect_tlsAndNothingMore_isOverInTime() throws Exception {
    RawClient client = lab.opened(new RawClient(node, mallory)).greet();
    assertThat(client.isHungUp()).isTrue();
    awaitAudited(1, "without a certificate");
    assertHonestIsServed();
  }

  @Test
  void connect_manyOfOneUser_areLimited() throws Exception {
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < 110; i++) {
      clients.add(lab.opened(new RawClient(node, mallory)).preface());
    }
    awaitAudited(10, "more than 100 connections of spiffe://lab/user/mallory");
    assertThat(clients.get(109).isHungUp()).isTrue();
    assertHonestIsServed();
  }

  @Test
  void call_messageOfAGigabyte_isRefusedByItsHead() throws Exception {
    RawClient client = lab.opened(new RawClient(node, mallory)).preface();
    for (int i = 0; i < 20; i++) {
      client.call(2 * i + 1);
      client.message(2 * i + 1, GIGABYTE);
    }
    awaitAudited(20, "exceeds maximum size");
    assertHonestIsServed();
  }

  @Test
  void frame_ofManyMegabytes_endsTheConnection() throws Exception {
    for (int i = 0; i < 20; i++) {
      RawClient client = lab.opened(new RawClient(node, mallory)).preface();
      client.frame(RawClient.DATA, 0, 1, new byte[100], (1 << 24) - 1);
      assertThat(client.isHungUp()).isTrue();
    }
    assertHonestIsServed();
  }

  @Test
  void frames_random_endTheConnection() throws Exception {
    Random random = new Random(18);
    for (int i = 0; i < 60; i++) {
      byte[] garbage = new byte[200 + random.nextInt(2000)];
      random.nextBytes(garbage);
      try (RawClient client = new RawClient(node, mallory)) {
        if (i % 2 == 0) {
          client.preface();
        }
        client.out.write(garbage);
        client.out.flush();
        client.socket.shutdownOutput();
        assertThat(client.isHungUp()).as("input " + i).isTrue();
      } catch (IOException e) {
        // The node has hung up while we wrote.
      }
    }
    assertHonestIsServed();
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void call_requestThatDoesNotArrive_isOverInTime() throws Exception {
    RawClient client = lab.opened(new RawClient(node, mallory)).preface();
    for (int i = 0; i < 60; i++) {
      client.call(2 * i + 1);
      client.message(2 * i + 1, 1 << 19);
    }
    awaitAudited(28, "more than 32 requests of spiffe://lab/user/mallory");
    assertHonestIsServed();
    awaitAudited(32, "RESOURCE_EXHAUSTED the request has not arrived in full in 10 s");
    client.call(121);
    client.message(121, GIGABYTE);
    awaitAudited(1, "exceeds maximum size");
  }

  @Test
  void streams_resetAtOnce_endTheConnection() throws Exception {
    RawClient client = lab.opened(new RawClient(node, mallory)).preface();
    try {
      for (int i = 0; i < 1000; i++) {
        client.call(2 * i + 1);
        client.frame(3, 0, 2 * i + 1, new byte[4], 4);
      }
    } catch (IOException e) {
      // The node has hung up while we wrote.
    }
    assertThat(client.isHungUp()).isTrue();
    assertHonestIsServed();
  }
}
