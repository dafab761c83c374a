package io.flowgauge.sites;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.Change.ReplaceFunction;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.contract.ContractTarget;
import io.flowgauge.instrumentation.irl.Irl;
import io.flowgauge.instrumentation.irl.IrlRequest;
import io.flowgauge.instrumentation.irl.OutputPart;
import io.flowgauge.instrumentation.simulated.SimulatedPrograms;
import io.flowgauge.sites.forward.DialledService;
import io.flowgauge.sites.identity.Credentials;
import io.flowgauge.sites.identity.RequestSignatures;
import io.flowgauge.sites.request.Documents;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.request.RequestSigner;
import io.flowgauge.sites.wire.Ping;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.SignedRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests that a node refuses: each leaves its reason in the audit log, and none has an effect.
 */
class HostileRequestsTest {
  private static final Duration TIME = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private Laboratory lab;
  private final SimulatedPrograms programs = new SimulatedPrograms();
  private ContractTarget target;
  private SitesDaemon node;
  private Credentials alice;

  @BeforeEach
  void found() throws Exception {
    lab = new Laboratory(folder);
    target = programs.start();
    node = lab.node("siteA/node1", programs.provider());
    alice = credentials("user/alice");
  }

  @AfterEach
  void close() throws Exception {
    lab.close();
  }

  private Credentials credentials(String name) throws Exception {
    return lab.opened(Credentials.load(lab.identity(name)));
  }

  private Request.Builder instrument() {
    return Request.newBuilder()
        .addPlaces("siteA/node1")
        .setProvider("simulated")
        .setLeaseSeconds(60)
        .setIrl(Documents.write(Irl.on(target.pid()).attach().instrument("work::leaf").build()));
  }

  private static SignedRequest signed(Credentials by, Request.Builder request) {
    return new RequestSigner(by, Clock.systemUTC()).sign(request, Duration.ofMinutes(1));
  }

  private Reply send(Credentials as, SignedRequest request) throws Exception {
    try (DialledService service =
        DialledService.of("node", Laboratory.address(node), as, expected -> true)) {
      return service.send(request, TIME).join();
    }
  }

  private void assertRefused(Credentials as, SignedRequest request, RefusalCode code, String reason)
      throws Exception {
    try {
      Reply reply = send(as, request);
      throw new AssertionError("was not refused: " + reply);
    } catch (CompletionException e) {
      assertThat(RefusedException.refusal(e).code()).as(e.toString()).isEqualTo(code);
      assertThat(RefusedException.refusal(e).message()).contains(reason);
    }
    assertThat(lab.audited("node/siteA/node1")).contains("\"decision\":\"refused\"", reason);
    assertThat(lab.audited("node/siteA/node1")).doesNotContain("granted");
    assertThat(programs.sensors(target)).isZero();
  }

  private void assertRefused(SignedRequest request, RefusalCode code, String reason)
      throws Exception {
    assertRefused(alice, request, code, reason);
  }

  /**
   * Returns a request signed with the right key, with a change that the client would never make.
   */
  private SignedRequest signedAfter(UnaryOperator<Request.Builder> change) throws Exception {
    SignedRequest signed = signed(alice, instrument());
    ByteString changed =
        change.apply(Request.parseFrom(signed.getRequest()).toBuilder()).build().toByteString();
    return signed.toBuilder()
        .setRequest(changed)
        .setSignature(
            ByteString.copyFrom(RequestSignatures.sign(changed.toByteArray(), alice.key())))
        .build();
  }

  @Test
  void perform_itself_hasItsEffect() throws Exception {
    send(alice, signed(alice, instrument()));
    assertThat(programs.sensors(target)).isEqualTo(1);
    assertThat(lab.audited("node/siteA/node1"))
        .contains("\"decision\":\"granted\"", "spiffe://lab/user/alice", "work::leaf");
  }

  @Test
  void perform_repeated_isRefusedOnce() throws Exception {
    SignedRequest ping = signed(alice, instrument().setPing(Ping.getDefaultInstance()));
    send(alice, ping);
    try {
      send(alice, ping);
      throw new AssertionError("was taken twice");
    } catch (CompletionException e) {
      assertThat(RefusedException.refusal(e).message()).contains("a repetition");
    }
    assertThat(lab.audited("node/siteA/node1")).contains("a repetition");
  }

  @Test
  void perform_madeBeforeTheNodeStarted_isRefused() throws Exception {
    assertRefused(
        signedAfter(one -> one.setIssuedMillis(one.getIssuedMillis() - 300_000)),
        RefusalCode.PERMISSION,
        "made before this node started");
  }

  @Test
  void perform_expired_isRefused() throws Exception {
    Clock earlier = Clock.fixed(Instant.now().minus(Duration.ofHours(1)), ZoneOffset.UTC);
    assertRefused(
        new RequestSigner(alice, earlier).sign(instrument(), Duration.ofMinutes(1)),
        RefusalCode.PERMISSION,
        "expired at");
  }

  @Test
  void perform_validForTooLong_isRefused() throws Exception {
    assertRefused(
        signedAfter(one -> one.setExpiresMillis(Long.MAX_VALUE)),
        RefusalCode.ARGUMENT,
        "expected a positive time of up to PT10M");
    assertRefused(
        signedAfter(one -> one.setIssuedMillis(Long.MIN_VALUE)),
        RefusalCode.ARGUMENT,
        "expected a positive time of up to PT10M");
  }

  @Test
  void perform_fromTheFuture_isRefused() throws Exception {
    Clock later = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
    assertRefused(
        new RequestSigner(alice, later).sign(instrument(), Duration.ofMinutes(1)),
        RefusalCode.PERMISSION,
        "set the clocks");
  }

  @Test
  void perform_forAnotherSite_isRefused() throws Exception {
    assertRefused(
        signed(alice, instrument().clearPlaces().addPlaces("siteB/*")),
        RefusalCode.PERMISSION,
        "but this place is siteA/node1");
  }

  @Test
  void perform_pidAtAnyPlace_isRefused() throws Exception {
    assertRefused(
        signed(alice, instrument().clearPlaces().addPlaces("*")),
        RefusalCode.ARGUMENT,
        "needs one place");
  }

  @Test
  void perform_changeOfWhoMayOnlyMeasure_isRefused() throws Exception {
    ByteString change =
        Documents.write(
            Irl.on(target.pid())
                .attach()
                .instrument("work::leaf")
                .change(Change.set("simulated:limit", 1))
                .build());
    String reason = "may measure processes at siteA/node1, but not change them";
    assertRefused(signed(alice, instrument().setIrl(change)), RefusalCode.PERMISSION, reason);
    assertRefused(
        signed(alice, instrument().setIrlForSums(change)), RefusalCode.PERMISSION, reason);
  }

  @Test
  void perform_undoOfWhoMayOnlyMeasure_isRefused() throws Exception {
    assertRefused(
        signed(alice, instrument().setIrl(asking(new IrlRequest.UndoChange("1")))),
        RefusalCode.PERMISSION,
        "may measure processes at siteA/node1, but not change them");
  }

  @Test
  void perform_programOfAnother_isForWhoMayRunPrograms() throws Exception {
    for (IrlRequest request :
        List.of(
            new IrlRequest.Terminate(),
            new IrlRequest.Resume(),
            new IrlRequest.GetOutput(OutputPart.Stream.OUTPUT, 0))) {
      assertRefused(
          signed(alice, instrument().setIrl(asking(request))),
          RefusalCode.PERMISSION,
          "may measure processes at siteA/node1, but not run programs");
    }
  }

  private ByteString asking(IrlRequest request) {
    return Documents.write(Irl.on(target.pid()).attach().request(request).build());
  }

  @Test
  void perform_damagedChange_isRefused() throws Exception {
    String irl =
        Documents.write(
                Irl.on(target.pid())
                    .attach()
                    .change(new ReplaceFunction(RegionPattern.ALL, Path.of("/lib/a.so"), "f"))
                    .build())
            .toStringUtf8();
    assertRefused(
        signed(
            alice,
            instrument().setIrl(ByteString.copyFromUtf8(irl.replace("/lib/a.so", "\\u0000")))),
        RefusalCode.ARGUMENT,
        "Nul character");
    assertRefused(
        signed(
            alice, instrument().setIrl(ByteString.copyFromUtf8(irl.replace("function=\"f\"", "")))),
        RefusalCode.ARGUMENT,
        "element replace without attribute function");
  }

  @Test
  void perform_tamperedWith_isRefused() throws Exception {
    SignedRequest signed = signed(alice, instrument());
    byte[] request = signed.getRequest().toByteArray();
    Random random = new Random(18);
    for (int i = 0; i < 50; i++) {
      byte[] changed = request.clone();
      changed[random.nextInt(changed.length)] ^= (byte) (1 + random.nextInt(255));
      assertRefused(
          signed.toBuilder().setRequest(ByteString.copyFrom(changed)).build(),
          RefusalCode.PERMISSION,
          "the signature was not made for this request with the key of");
    }
  }

  @Test
  void perform_ofAnotherUser_isRefused() throws Exception {
    Credentials mallory = credentials("user/mallory");
    assertRefused(
        mallory, signed(mallory, instrument()), RefusalCode.PERMISSION, "not in the grid-map");
    assertRefused(
        mallory, signed(alice, instrument()), RefusalCode.PERMISSION, "may not pass on requests");
    SignedRequest forged =
        signed(mallory, instrument()).toBuilder()
            .clearCertificates()
            .addCertificates(ByteString.copyFrom(alice.chain().get(0).getEncoded()))
            .build();
    assertRefused(forged, RefusalCode.PERMISSION, "the signature was not made for this request");
    SignedRequest inHerName = signedInTheNameOfAlice(mallory);
    assertRefused(
        mallory, inHerName, RefusalCode.PERMISSION, "but names the user spiffe://lab/user/alice");
  }

  private SignedRequest signedInTheNameOfAlice(Credentials by) throws Exception {
    SignedRequest signed = signed(by, instrument());
    ByteString changed =
        Request.parseFrom(signed.getRequest()).toBuilder()
            .setUser(alice.id().toString())
            .build()
            .toByteString();
    return signed.toBuilder()
        .setRequest(changed)
        .setSignature(ByteString.copyFrom(RequestSignatures.sign(changed.toByteArray(), by.key())))
        .build();
  }

  @Test
  void perform_ofAService_isRefused() throws Exception {
    Credentials site = credentials("site/siteA");
    assertRefused(
        site, signed(site, instrument()), RefusalCode.PERMISSION, "requests are made by users");
  }

  @Test
  void perform_withACertificateOfAnotherAuthority_isRefused() throws Exception {
    Laboratory other = new Laboratory(Files.createDirectory(folder.resolve("other")));
    Credentials otherAlice = lab.opened(Credentials.load(other.identity("user/alice")));
    assertRefused(
        signed(otherAlice, instrument()),
        RefusalCode.PERMISSION,
        "the requester's certificate is not valid here");
  }

  @Test
  void perform_forAUserThisNodeDoesNotServe_isRefused() throws Exception {
    Files.writeString(lab.gridMap, "spiffe://lab/user/alice no-such-user\n");
    try {
      send(alice, signed(alice, instrument()));
      throw new AssertionError("was performed");
    } catch (CompletionException e) {
      assertThat(RefusedException.refusal(e).message())
          .containsAnyOf("serves only its own user", "cannot run as user no-such-user");
    }
    assertThat(programs.sensors(target)).isZero();
  }

  @Test
  void perform_malformed_isRefused() throws Exception {
    assertRefused(SignedRequest.getDefaultInstance(), RefusalCode.ARGUMENT, "found 0 certificates");
    assertRefused(
        signedAfter(one -> one.setNonce(ByteString.EMPTY)), RefusalCode.ARGUMENT, "nonce");
    assertRefused(
        signedAfter(one -> one.clearOperation()), RefusalCode.ARGUMENT, "kind of request");
    assertRefused(signedAfter(one -> one.setLeaseSeconds(-1)), RefusalCode.ARGUMENT, "lease");
    assertRefused(
        signedAfter(one -> one.setIrl(ByteString.copyFromUtf8("<irl/>"))),
        RefusalCode.ARGUMENT,
        "irl");
    assertRefused(
        signedAfter(
            one ->
                one.setIrl(
                    ByteString.copyFromUtf8(
                        "<!DOCTYPE irl [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><irl>&a;</irl>"))),
        RefusalCode.ARGUMENT,
        "irl");
  }

  @Test
  void perform_randomBytes_areRefused() throws Exception {
    Random random = new Random(18);
    for (int i = 0; i < 100; i++) {
      byte[] garbage = new byte[random.nextInt(2000)];
      random.nextBytes(garbage);
      SignedRequest request =
          SignedRequest.newBuilder()
              .setRequest(ByteString.copyFrom(garbage))
              .setSignature(ByteString.copyFrom(garbage))
              .addCertificates(
                  i % 2 == 0
                      ? ByteString.copyFrom(alice.chain().get(0).getEncoded())
                      : ByteString.copyFrom(garbage))
              .build();
      assertRefused(request, i % 2 == 0 ? RefusalCode.PERMISSION : RefusalCode.ARGUMENT, "");
    }
  }

  @Test
  void perform_tooLarge_isRefusedByItsFirstBytes() throws Exception {
    assertRefused(
        SignedRequest.newBuilder().setRequest(ByteString.copyFrom(new byte[64 << 20])).build(),
        RefusalCode.LIMIT,
        "exceeds maximum size");
  }

  @Test
  void connect_withoutTls_isNotedAndHoldsUpNobody() throws Exception {
    Random random = new Random(18);
    int port = node.port().orElseThrow();
    for (int i = 0; i < 20; i++) {
      byte[] garbage = new byte[1 + random.nextInt(5000)];
      random.nextBytes(garbage);
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
          OutputStream out = socket.getOutputStream()) {
        out.write(garbage);
      } catch (IOException e) {
        // The node has hung up while we wrote.
      }
    }
    Laboratory other = new Laboratory(Files.createDirectory(folder.resolve("other")));
    Credentials stranger = lab.opened(Credentials.load(other.identity("user/alice")));
    try (DialledService service =
        DialledService.of("node", Laboratory.address(node), stranger, any -> true)) {
      assertThat(service.send(signed(stranger, instrument()), TIME))
          .failsWithin(TIME)
          .withThrowableOfType(ExecutionException.class);
    }
    awaitAudited("20 of 20", "without a certificate");
    send(alice, signed(alice, instrument()));
    assertThat(programs.sensors(target)).isEqualTo(1);
  }

  private void awaitAudited(String what, String reason) throws Exception {
    long end = System.nanoTime() + TIME.toNanos();
    while (lab.audited("node/siteA/node1").lines().filter(one -> one.contains(reason)).count()
        < 20) {
      assertThat(System.nanoTime()).as(what).isLessThan(end);
      Thread.sleep(50);
    }
  }
}
