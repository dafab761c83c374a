package io.flowgauge.sites;

import io.flowgauge.instrumentation.InstrumentationProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * Services of one laboratory in this process, on the loopback interface. Only Alice is authorised.
 */
final class Laboratory {
  static final Duration DAY = Duration.ofDays(1);

  final Path folder;
  final Authority authority;
  final Path gridMap;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  Laboratory(Path folder) throws IOException {
    this.folder = folder;
    authority = Authority.create(folder.resolve("authority"), "lab");
    gridMap = folder.resolve("grid-map");
    Files.writeString(
        gridMap, "spiffe://lab/user/alice " + System.getProperty("user.name") + " # her own\n");
  }

  Path identity(String name) throws IOException {
    Path identity = folder.resolve(name.replace('/', '-'));
    authority.issue(name, identity, DAY);
    return identity;
  }

  Path audit(String name) {
    return folder.resolve(name.replace('/', '-') + ".audit");
  }

  String audited(String name) throws IOException {
    return Files.readString(audit(name));
  }

  <T extends AutoCloseable> T opened(T resource) {
    open.push(resource);
    return resource;
  }

  private SitesDaemon.Builder builder(String name) throws IOException {
    String kind = name.substring(0, name.indexOf('/')).toUpperCase(Locale.ROOT);
    return SitesDaemon.builder(SitesDaemon.Role.valueOf(kind), identity(name), gridMap, audit(name))
        .events(events(name).toString())
        .state(folder.resolve(name.replace('/', '-') + ".state"));
  }

  /** Returns the folder for events of a node's applications. */
  Path events(String node) {
    return folder.resolve(node.replace('/', '-') + ".events");
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  SitesDaemon node(String place, InstrumentationProvider provider) throws IOException {
    return opened(builder("node/" + place).providers(List.of(provider)).listen(anyPort()).start());
  }

  SitesDaemon site(String name, String nodes) throws IOException {
    return opened(builder("site/" + name).places(file(name, nodes)).listen(anyPort()).start());
  }

  SitesDaemon siteThatCalls(String name, String nodes, SitesDaemon hub) throws IOException {
    return opened(builder("site/" + name).places(file(name, nodes)).callHub(address(hub)).start());
  }

  SitesDaemon hub(String sites) throws IOException {
    return opened(builder("hub/hub").places(file("hub", sites)).listen(anyPort()).start());
  }

  Path file(String name, String lines) throws IOException {
    return Files.writeString(folder.resolve(name + ".places"), lines);
  }

  static String address(SitesDaemon daemon) {
    return "127.0.0.1:" + daemon.port().orElseThrow();
  }

  static String line(String name, SitesDaemon daemon) {
    return name + " " + address(daemon) + "\n";
  }

  Sites sites(String user, SitesDaemon service) throws IOException {
    return opened(Sites.connect(identity("user/" + user), address(service))).provider("simulated");
  }

  void close() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }
}
