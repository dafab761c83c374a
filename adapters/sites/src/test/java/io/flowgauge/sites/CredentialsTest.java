package io.flowgauge.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.instrumentation.simulated.SimulatedPrograms;
import io.flowgauge.sites.identity.Credentials;
import io.flowgauge.sites.identity.SpiffeId;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialsTest {
  @TempDir private Path folder;
  private Laboratory lab;

  @BeforeEach
  void found() throws IOException {
    lab = new Laboratory(folder);
  }

  @AfterEach
  void close() throws Exception {
    lab.close();
  }

  private Credentials load(Path identity) throws IOException {
    return lab.opened(Credentials.load(identity));
  }

  @Test
  void issue_anyKind_isVerifiedByTheOthers() throws Exception {
    Credentials node = load(lab.identity("node/siteA/node1"));
    Credentials user = load(lab.identity("user/alice"));
    assertThat(node.id()).hasToString("spiffe://lab/node/siteA/node1");
    assertThat(node.verify(user.chain()).kind()).isEqualTo(SpiffeId.Kind.USER);
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("user-alice/key.pem"))))
        .isEqualTo("rw-------");
  }

  @Test
  void verify_expired_isRefused() throws Exception {
    Credentials node = load(lab.identity("node/node1"));
    Path identity = folder.resolve("short");
    lab.authority.issue("user/alice", identity, Duration.ofMillis(1));
    Thread.sleep(1100); // Certificates expire at whole seconds.
    Credentials late = load(identity);
    assertThatThrownBy(() -> node.verify(late.chain()))
        .isInstanceOf(GeneralSecurityException.class);
  }

  @Test
  void verify_expiredSinceItWasVerified_isRefused() throws Exception {
    Credentials node = load(lab.identity("node/node1"));
    Path identity = folder.resolve("brief");
    lab.authority.issue("user/alice", identity, Duration.ofSeconds(3));
    Credentials brief = load(identity);
    assertThat(node.verify(brief.chain())).hasToString("spiffe://lab/user/alice");
    assertThat(node.verify(brief.chain())).hasToString("spiffe://lab/user/alice");
    Thread.sleep(4100);
    assertThatThrownBy(() -> node.verify(brief.chain()))
        .isInstanceOf(GeneralSecurityException.class);
  }

  @Test
  void verify_authorityIsAnotherSinceItWasVerified_isRefused() throws Exception {
    Path identity = lab.identity("node/node1");
    Credentials node = load(identity);
    Credentials alice = load(lab.identity("user/alice"));
    assertThat(node.verify(alice.chain())).hasToString("spiffe://lab/user/alice");
    Laboratory other = new Laboratory(Files.createDirectory(folder.resolve("other")));
    Path now = other.identity("node/node1");
    for (String file : List.of("key.pem", "certificate.pem", "authority.pem")) {
      Files.copy(now.resolve(file), identity.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    node.reload();
    assertThatThrownBy(() -> node.verify(alice.chain()))
        .isInstanceOf(GeneralSecurityException.class);
    Credentials others = load(other.identity("user/alice"));
    assertThat(node.verify(others.chain())).hasToString("spiffe://lab/user/alice");
  }

  @Test
  void reload_newCertificate_isUsedWithoutRestart() throws Exception {
    SimulatedPrograms programs = new SimulatedPrograms();
    Path identity = lab.identity("user/alice");
    Credentials alice = load(identity);
    Object before = alice.chain();
    lab.identity("user/alice");
    alice.reload();
    assertThat(alice.chain()).isNotEqualTo(before);
    SitesDaemon node = lab.node("node1", programs.provider());
    assertThat(lab.sites("alice", node).ping()).hasSize(1);
  }

  @Test
  void reload_halfWritten_keepsTheOldOnes() throws Exception {
    Path identity = lab.identity("user/alice");
    Credentials alice = load(identity);
    Object before = alice.chain();
    Files.copy(
        lab.identity("user/bob").resolve("key.pem"),
        identity.resolve("key.pem"),
        StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(alice::reload)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the key does not belong to the certificate");
    assertThat(alice.chain()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "not a key", "-----BEGIN PRIVATE KEY-----\n!\n", "\u0000\u00ff"})
  void load_fileWithoutKeyOrCertificate_isNamed(String text) throws Exception {
    for (String file : List.of("key.pem", "certificate.pem", "authority.pem")) {
      Path identity = lab.identity("user/alice");
      Files.writeString(identity.resolve(file), text);
      assertThatThrownBy(() -> load(identity))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(identity.resolve(file) + ": found no usable ");
      Files.delete(identity.resolve(file));
      assertThatThrownBy(() -> load(identity))
          .isInstanceOf(NoSuchFileException.class)
          .hasMessage(identity.resolve(file) + ": there is no such file or folder");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"authority.pem", "authority-key.pem"})
  void open_authorityWithFileOfNothing_isNamed(String file) throws Exception {
    Path authority = folder.resolve("authority");
    Files.writeString(authority.resolve(file), "");
    assertThatThrownBy(() -> Authority.open(authority))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(authority.resolve(file) + ": found no usable ");
  }

  @Test
  void open_authorityWithKeyOfAnother_isRefused() throws Exception {
    Authority.create(folder.resolve("other"), "lab");
    Path authority = folder.resolve("authority");
    Files.copy(
        folder.resolve("other").resolve("authority-key.pem"),
        authority.resolve("authority-key.pem"),
        StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> Authority.open(authority))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the key does not belong to the certificate");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "my lab", "-lab", "lab/user"})
  void create_malformedLaboratory_isNamed(String name) {
    assertThatThrownBy(() -> Authority.create(folder.resolve("new"), name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("laboratory must be ")
        .hasMessageEndingWith("but is '" + name + "'");
    assertThat(folder.resolve("new")).doesNotExist();
  }

  @Test
  void create_twice_keepsTheFirst() {
    assertThatThrownBy(() -> Authority.create(folder.resolve("authority"), "lab"))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void open_authority_issuesWhatIsTrusted() throws Exception {
    Path identity = folder.resolve("carol");
    Authority.open(folder.resolve("authority")).issue("user/carol", identity, Duration.ofDays(1));
    Credentials node = load(lab.identity("node/node1"));
    assertThat(node.verify(load(identity).chain())).hasToString("spiffe://lab/user/carol");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"user/a/b", "root/alice", "user/", "user/../alice", "user/a b", "node/a/b/c"})
  void issue_malformedName_isRefused(String name) {
    assertThatThrownBy(() -> lab.authority.issue(name, folder.resolve("x"), Duration.ofDays(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(name);
    assertThat(folder.resolve("x")).doesNotExist();
  }
}
