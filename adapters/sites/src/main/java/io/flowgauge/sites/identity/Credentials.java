package io.flowgauge.sites.identity;

import io.flowgauge.sites.thread.Daemon;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * One identity: a folder with its key ({@value #KEY}), its certificate with any intermediate ones
 * ({@value #CERTIFICATE}), and the certificate of the authority it trusts ({@value #AUTHORITY}),
 * all in PEM. Files that change are read again within {@value #PERIOD_SECONDS} s; open connections
 * are kept. Thread-safe.
 */
public final class Credentials implements AutoCloseable {
  /** The file of the key. */
  public static final String KEY = "key.pem";

  /** The file of the certificate, followed by any intermediate ones. */
  public static final String CERTIFICATE = "certificate.pem";

  /** The file of the authority's certificate. */
  public static final String AUTHORITY = "authority.pem";

  private static final int MOST_VERIFIED = 1000;
  private static final long PERIOD_SECONDS = 10;
  private static final String PROTOCOL = "TLSv1.3";
  private static final System.Logger LOGGER = System.getLogger(Credentials.class.getName());

  private final Path folder;
  private final AdvancedTlsX509KeyManager keys = new AdvancedTlsX509KeyManager();
  private final ScheduledExecutorService reloading =
      Executors.newSingleThreadScheduledExecutor(Daemon.named("certificates"));
  private volatile State state;

  /** The contents of the files. */
  private record State(
      SpiffeId id, PrivateKey key, List<X509Certificate> chain, List<X509Certificate> trusted) {}

  /** The owners of chains that were verified; cleared when the files have changed. */
  private final Map<List<X509Certificate>, SpiffeId> verified = new LinkedHashMap<>();

  private Credentials(Path folder, State state) {
    this.folder = folder;
    switchTo(state);
    ScheduledFuture<?> unused =
        reloading.scheduleWithFixedDelay(
            this::reloadOrWarn, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * Reads an identity.
   *
   * @throws IOException if a file cannot be read, or does not hold a key or certificates as its
   *     name says
   */
  public static Credentials load(Path folder) throws IOException {
    return new Credentials(folder, read(folder));
  }

  private static State read(Path folder) throws IOException {
    List<X509Certificate> chain = PemFiles.certificates(folder.resolve(CERTIFICATE));
    PrivateKey key = PemFiles.key(folder.resolve(KEY));
    List<X509Certificate> trusted = PemFiles.certificates(folder.resolve(AUTHORITY));
    try {
      RequestSignatures.checkPair(key, chain.get(0));
      return new State(SpiffeId.of(chain.get(0)), key, chain, trusted);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException(
          folder.resolve(KEY) + " and " + CERTIFICATE + " are not an identity: " + e.getMessage(),
          e);
    }
  }

  private void switchTo(State next) {
    keys.updateIdentityCredentials(next.chain().toArray(new X509Certificate[0]), next.key());
    synchronized (verified) {
      state = next;
      verified.clear();
    }
  }

  /**
   * Reads the files again.
   *
   * @throws IOException if one cannot be read, or the identity has changed; then the old contents
   *     stay in use
   */
  public void reload() throws IOException {
    State next = read(folder);
    if (!next.id().equals(state.id())) {
      throw new IOException(
          folder + ": found the identity " + next.id() + ", expected " + state.id() + " as before");
    }
    if (!next.equals(state)) {
      switchTo(next);
    }
  }

  private void reloadOrWarn() {
    try {
      reload();
    } catch (IOException | RuntimeException e) {
      LOGGER.log(
          System.Logger.Level.WARNING, "the earlier certificates stay in use: " + e.getMessage());
    }
  }

  /** Returns the identity. */
  public SpiffeId id() {
    return state.id();
  }

  /** Returns the private key, for signing. */
  public PrivateKey key() {
    return state.key();
  }

  /** Returns the certificates from this identity's own upwards, without the authority's. */
  public List<X509Certificate> chain() {
    return state.chain();
  }

  /**
   * Returns the identity that a chain belongs to.
   *
   * @param chain certificates from the owner's up
   * @throws GeneralSecurityException if the authority has not issued it, or it has expired
   */
  public SpiffeId verify(List<X509Certificate> chain) throws GeneralSecurityException {
    State by = state;
    SpiffeId known;
    synchronized (verified) {
      known = verified.get(chain);
    }
    if (known == null) {
      known = Trust.verify(chain, by.trusted(), by.id().laboratory());
      keep(List.copyOf(chain), known, by);
    }
    for (X509Certificate certificate : chain) {
      certificate.checkValidity();
    }
    return known;
  }

  /** Caches the owner of a chain, because every request of a user carries the same chain. */
  private void keep(List<X509Certificate> chain, SpiffeId owner, State by) {
    synchronized (verified) {
      if (by.equals(state)) {
        if (verified.size() >= MOST_VERIFIED) {
          verified.remove(verified.keySet().iterator().next());
        }
        verified.put(chain, owner);
      }
    }
  }

  /**
   * Returns the TLS settings of a service that admits holders of a certificate of the authority.
   */
  public SslContext server() throws IOException {
    return GrpcSslContexts.configure(SslContextBuilder.forServer(keys))
        .trustManager(new Trust(this, id -> true))
        .clientAuth(ClientAuth.REQUIRE)
        .protocols(PROTOCOL)
        .build();
  }

  /** Returns the TLS settings for calling a service, which must have an expected identity. */
  public SslContext client(Predicate<SpiffeId> expected) throws IOException {
    return GrpcSslContexts.configure(SslContextBuilder.forClient().keyManager(keys))
        .trustManager(new Trust(this, expected))
        .protocols(PROTOCOL)
        .build();
  }

  @Override
  public void close() {
    reloading.shutdownNow();
  }

  @Override
  public String toString() {
    return "Credentials[" + id() + "]";
  }
}
