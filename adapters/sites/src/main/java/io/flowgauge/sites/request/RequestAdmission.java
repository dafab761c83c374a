package io.flowgauge.sites.request;

import io.flowgauge.instrumentation.Glob;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.identity.Credentials;
import io.flowgauge.sites.identity.GridMap;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.Subscription;
import java.io.IOException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Admits requests whose signature is valid, whose requester is in the map of users, which come from
 * the requester or from a service that passes requests on, and which satisfy a rule of the service.
 * Grants and refusals are noted. Thread-safe.
 */
public final class RequestAdmission implements AutoCloseable {
  private final RequestCheck check;
  private final GridMap users;
  private final AuditLog audit;

  /** A request that was admitted, and the local user it is performed as. */
  public record Admitted(Request request, GridMap.LocalUser user) {
    /** Returns the name of the local user. */
    public String localUser() {
      return user.name();
    }

    /** Whether the request is for a place. */
    public boolean isFor(String place) {
      return request.getPlacesList().stream().anyMatch(one -> Glob.compile(one).matches(place));
    }
  }

  /** A further condition of a service. */
  @FunctionalInterface
  public interface Rule {
    /**
     * Checks a request.
     *
     * @throws RefusedException if it is refused
     */
    void check(Admitted admitted) throws RefusedException;
  }

  /** Creates the admission to a service with the given credentials. */
  public RequestAdmission(Credentials credentials, GridMap users, AuditLog audit, Clock clock) {
    this.check = new RequestCheck(credentials, clock);
    this.users = users;
    this.audit = audit;
  }

  /**
   * Admits a request.
   *
   * @param peer who sent it
   * @throws RefusedException if it is refused
   */
  public Admitted admit(SignedRequest signed, SpiffeId peer, Rule rule) throws RefusedException {
    return admit(check -> check.check(signed), peer, Map.of(), rule);
  }

  /** Checks what was sent, and returns the request in it. */
  @FunctionalInterface
  private interface Checked {
    Request by(RequestCheck check) throws RefusedException;
  }

  private Admitted admit(Checked sent, SpiffeId peer, Map<String, String> known, Rule rule)
      throws RefusedException {
    Map<String, String> facts = new LinkedHashMap<>(known);
    facts.put("peer", peer.toString());
    try {
      Request request = sent.by(check);
      describe(request, facts);
      Admitted admitted = new Admitted(request, localUser(request, peer));
      facts.put("localUser", admitted.localUser());
      rule.check(admitted);
      audit.granted(facts);
      return admitted;
    } catch (RefusedException e) {
      refused(e.refusal(), facts);
      throw e;
    } catch (IOException e) {
      throw new RefusedException(
          RefusalCode.SYSTEM,
          "the request is refused, because it cannot be written to the audit log: "
              + e.getMessage());
    }
  }

  /**
   * Admits a subscription by the request for events that it contains, which may have begun long
   * ago.
   *
   * @param peer who sent it
   * @throws RefusedException if it is refused
   */
  public Admitted admit(Subscription subscription, SpiffeId peer, Rule rule)
      throws RefusedException {
    return admit(
        check -> check.checkGrant(subscription.getGrant()),
        peer,
        Map.of("subscribes", subscription.getPlace()),
        rule);
  }

  private GridMap.LocalUser localUser(Request request, SpiffeId peer) throws RefusedException {
    SpiffeId requester = SpiffeId.parse(request.getUser());
    boolean passesOn = peer.kind() == SpiffeId.Kind.SITE || peer.kind() == SpiffeId.Kind.HUB;
    if (!passesOn && !peer.equals(requester)) {
      throw new RefusedException(
          RefusalCode.PERMISSION, peer + " may not pass on requests of " + requester);
    }
    return users
        .localUser(requester)
        .orElseThrow(
            () ->
                new RefusedException(
                    RefusalCode.PERMISSION, requester + " is not in the grid-map here"));
  }

  private static void describe(Request request, Map<String, String> facts) {
    facts.put("user", request.getUser());
    facts.put("places", String.join(" ", request.getPlacesList()));
    facts.put("operation", request.getOperationCase().name().toLowerCase(Locale.ROOT));
    facts.put("nonce", HexFormat.of().formatHex(request.getNonce().toByteArray()));
    byte[] irl = Documents.irlOf(request).toByteArray();
    if (irl.length > 0) {
      facts.put("irl", Documents.summary(irl));
    }
  }

  /** Notes the refusal of a connection or call that did not get as far as a request. */
  public void refused(String peer, Refusal refusal) {
    refused(refusal, new LinkedHashMap<>(Map.of("peer", peer)));
  }

  private void refused(Refusal refusal, Map<String, String> facts) {
    facts.put("code", refusal.code().name());
    facts.put("reason", refusal.message());
    audit.refused(facts);
  }

  @Override
  public void close() {
    audit.close();
  }
}
