package io.flowgauge.cli.sites;

import io.flowgauge.sites.Authority;
import io.flowgauge.sites.Sites;
import io.flowgauge.sites.SitesDaemon;
import io.flowgauge.sites.SitesDaemon.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A node in this process, which maps Alice to the current user. */
final class ServedNode implements AutoCloseable {
  private final Path folder;
  private final String place;
  private final SitesDaemon node;
  private final List<Sites> open = new ArrayList<>();

  /**
   * Starts serving.
   *
   * @param place the node's place, such as {@code node1}
   * @param rights Alice's rights, as in a map of users
   */
  ServedNode(Path folder, String place, String rights) throws Exception {
    this.folder = folder;
    this.place = place;
    Authority authority = Authority.create(folder.resolve("authority"), "lab");
    authority.issue("node/" + place, folder.resolve("node"), Duration.ofDays(1));
    authority.issue("user/alice", alice(), Duration.ofDays(1));
    map(rights);
    node =
        SitesDaemon.builder(Role.NODE, folder.resolve("node"), users(), audit())
            .state(folder.resolve("state"))
            .events(folder.resolve("events").toString())
            .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .start();
  }

  /** Replaces Alice's rights. */
  void map(String rights) throws IOException {
    String user = System.getProperty("user.name");
    Files.writeString(users(), "spiffe://lab/user/alice " + user + " " + rights + "\n");
  }

  private Path users() {
    return folder.resolve("grid-map");
  }

  private Path audit() {
    return folder.resolve("audit.jsonl");
  }

  /** Returns the audit log of granted and refused requests. */
  String audited() throws IOException {
    return Files.readString(audit());
  }

  /** Returns the folder with Alice's identity. */
  Path alice() {
    return folder.resolve("alice");
  }

  String address() {
    return "127.0.0.1:" + node.port().orElseThrow();
  }

  /** Returns a connection for Alice's requests; it is closed with the node. */
  Sites sites() throws IOException {
    Sites sites = Sites.connect(alice(), address());
    open.add(sites);
    return sites.at(place);
  }

  /** Stops serving. */
  void stop() {
    node.close();
  }

  @Override
  public void close() {
    open.forEach(Sites::close);
    node.close();
  }
}
