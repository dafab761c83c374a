package io.flowgauge.sites.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.flowgauge.instrumentation.irl.Irl;
import io.flowgauge.sites.Authority;
import io.flowgauge.sites.forward.PlacesFile;
import io.flowgauge.sites.identity.Credentials;
import io.flowgauge.sites.identity.GridMap;
import io.flowgauge.sites.identity.RequestSignatures;
import io.flowgauge.sites.request.AuditLog;
import io.flowgauge.sites.request.Documents;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.request.RequestAdmission;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.SignedRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever their bytes, requests, replies and files are read, or refused with the declared
 * exception. Runs as a test on the inputs below; to search for worse inputs with Jazzer, one method
 * at a time: {@code JAZZER_FUZZ=1 mvn -Dquick -pl adapters/sites -am test
 * -Dtest=HostileDocumentsFuzzTest#signed_anyRequest_isAdmittedOrRefused
 * -Dsurefire.failIfNoSpecifiedTests=false}.
 */
class HostileDocumentsFuzzTest {
  private static final String DURATION = "30m";

  @TempDir private static Path folder;
  private static Credentials node;
  private static Credentials alice;
  private static RequestAdmission admission;

  @BeforeAll
  static void found() throws IOException {
    Authority authority = Authority.create(folder.resolve("authority"), "lab");
    authority.issue("node/a/n", folder.resolve("node"), Duration.ofDays(1));
    authority.issue("user/alice", folder.resolve("alice"), Duration.ofDays(1));
    node = Credentials.load(folder.resolve("node"));
    alice = Credentials.load(folder.resolve("alice"));
    Path map = Files.writeString(folder.resolve("map"), "spiffe://lab/user/alice alice\n");
    AuditLog audit = AuditLog.open(Path.of("/dev/null"), Clock.systemUTC());
    admission = new RequestAdmission(node, GridMap.load(map), audit, Clock.systemUTC());
  }

  @AfterAll
  static void close() {
    admission.close();
    alice.close();
    node.close();
  }

  private static Stream<Arguments> requests() {
    long now = System.currentTimeMillis();
    Request request =
        Request.newBuilder()
            .setUser("spiffe://lab/user/alice")
            .addPlaces("a/*")
            .setIssuedMillis(now)
            .setExpiresMillis(now + 60_000)
            .setNonce(ByteString.copyFrom(new byte[16]))
            .setProvider("native")
            .setLeaseSeconds(60)
            .setIrl(Documents.write(Irl.on(1).attach().instrument("libm*:sin?").build()))
            .build();
    return Stream.of(request.toByteArray(), "<irl/>".getBytes(UTF_8)).map(one -> Arguments.of(one));
  }

  private static Stream<Arguments> documents() {
    return Stream.of(
            Documents.write(Irl.on(1).attach().instrument("libm*:sin?").getProfile().build())
                .toStringUtf8(),
            "<!DOCTYPE a [<!ENTITY b \"bbbb\"><!ENTITY c \"&b;&b;&b;&b;\">]><irl>&c;</irl>",
            "<answer/>",
            "spiffe://lab/user/alice alice # her own\n\nspiffe://lab/user/bob bob\n",
            "node1 node1.example.org:14381\nnode2 [::1]:1 # the second\nb calls\n",
            "node1 %zz:99999\nnode1 a:b:c:1\n")
        .map(text -> Arguments.of((Object) text.getBytes(UTF_8)));
  }

  private static void admit(SignedRequest signed) {
    try {
      admission.admit(
          signed, alice.id(), admitted -> Documents.readIrl(Documents.irlOf(admitted.request())));
    } catch (RefusedException e) {
      return; // Reported to the caller.
    }
  }

  @MethodSource("requests")
  @FuzzTest(maxDuration = DURATION)
  void signed_anyRequest_isAdmittedOrRefused(byte[] bytes) throws GeneralSecurityException {
    SignedRequest.Builder signed =
        SignedRequest.newBuilder()
            .setRequest(ByteString.copyFrom(bytes))
            .setSignature(ByteString.copyFrom(RequestSignatures.sign(bytes, alice.key())));
    for (var certificate : alice.chain()) {
      signed.addCertificates(ByteString.copyFrom(certificate.getEncoded()));
    }
    admit(signed.build());
  }

  @MethodSource("requests")
  @FuzzTest(maxDuration = DURATION)
  void unsigned_anyBytes_areRefused(byte[] bytes) {
    try {
      admit(SignedRequest.parseFrom(bytes));
    } catch (InvalidProtocolBufferException e) {
      admit(
          SignedRequest.newBuilder()
              .setRequest(ByteString.copyFrom(bytes))
              .setSignature(ByteString.copyFrom(bytes))
              .addCertificates(ByteString.copyFrom(bytes))
              .build());
    }
  }

  @MethodSource("documents")
  @FuzzTest(maxDuration = DURATION)
  void reply_anyDocument_isReadOrRefused(byte[] bytes) {
    ByteString document = ByteString.copyFrom(bytes);
    try {
      Documents.readAnswer(document, "a/n");
    } catch (IOException e) {
      // Reported to the caller.
    }
    try {
      Documents.readSums(document, "a/n");
    } catch (IOException e) {
      return; // Reported to the caller.
    }
  }

  @MethodSource("documents")
  @FuzzTest(maxDuration = DURATION)
  void gridMap_anyFile_isReadOrRefused(byte[] bytes) {
    try {
      GridMap.load(written("any-map", bytes)).localUser(alice.id());
    } catch (IOException e) {
      return; // Reported to the administrator.
    }
  }

  @MethodSource("documents")
  @FuzzTest(maxDuration = DURATION)
  void places_anyFile_isReadOrRefused(byte[] bytes) {
    Path file = written("any-places", bytes);
    try {
      PlacesFile.ofNodes(file, node).close();
    } catch (IOException e) {
      // Reported to the administrator.
    }
    try {
      PlacesFile.ofSites(file, node).close();
    } catch (IOException e) {
      return; // Reported to the administrator.
    }
  }

  private static Path written(String name, byte[] bytes) {
    try {
      return Files.write(folder.resolve(name), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
