package io.flowgauge.activation;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * The key and the trusted certificates for TLS connections, on which both sides present a
 * certificate: a store with our key and its certificates, and one with the certificates of the
 * authorities we trust, in PKCS #12 or JKS format. Immutable and thread-safe.
 */
public final class TlsStores {
  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

  private final KeyManagerFactory keys;
  private final TrustManagerFactory trusted;

  private TlsStores(KeyManagerFactory keys, TrustManagerFactory trusted) {
    this.keys = keys;
    this.trusted = trusted;
  }

  /**
   * Reads the stores.
   *
   * @param keyStore file with our key and certificates
   * @param keyPassword password of the file and of the key in it
   * @param trustStore file with the certificates we trust
   * @param trustPassword password of that file
   * @return the stores
   * @throws IOException if a file cannot be read, or the password is wrong
   * @throws IllegalArgumentException if a store is empty or cannot be used
   */
  public static TlsStores load(
      Path keyStore, char[] keyPassword, Path trustStore, char[] trustPassword) throws IOException {
    Objects.requireNonNull(keyPassword, "keyPassword");
    Objects.requireNonNull(trustPassword, "trustPassword");
    try {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store(keyStore, keyPassword), keyPassword);
      TrustManagerFactory trusted =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trusted.init(store(trustStore, trustPassword));
      return new TlsStores(keys, trusted);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "stores " + keyStore + " and " + trustStore + " cannot be used: " + e.getMessage(), e);
    }
  }

  private static KeyStore store(Path file, char[] password)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, password);
    }
    if (store.size() == 0) {
      throw new IllegalArgumentException("store " + file + " must have an entry, has none");
    }
    return store;
  }

  SslContext server() throws IOException {
    return SslContextBuilder.forServer(keys)
        .trustManager(trusted)
        .clientAuth(ClientAuth.REQUIRE)
        .protocols(PROTOCOLS)
        .build();
  }

  /** A context that also checks that the service's certificate is for the host that was called. */
  SslContext client() throws IOException {
    return SslContextBuilder.forClient()
        .keyManager(keys)
        .trustManager(trusted)
        .protocols(PROTOCOLS)
        .endpointIdentificationAlgorithm("HTTPS")
        .build();
  }

  @Override
  public String toString() {
    return "TlsStores[" + keys.getAlgorithm() + ", " + trusted.getAlgorithm() + "]";
  }
}
