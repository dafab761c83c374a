package io.flowgauge.watch.page;

import java.security.KeyStore;
import java.util.Objects;

/** A private key with its certificate. Immutable. */
record ServerKey(KeyStore store, String password) {
  ServerKey {
    Objects.requireNonNull(store, "keyStore");
    Objects.requireNonNull(password, "password");
  }

  @Override
  public String toString() {
    return "ServerKey";
  }
}
