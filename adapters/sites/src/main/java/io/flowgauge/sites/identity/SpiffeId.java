package io.flowgauge.sites.identity;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A name in a certificate, such as {@code spiffe://lab/user/alice} or {@code
 * spiffe://lab/node/siteA/node1}. Immutable and thread-safe.
 *
 * @param laboratory the trust domain
 * @param kind what kind of party it is
 * @param name its name; a node's begins with its site's name
 */
public record SpiffeId(String laboratory, Kind kind, String name) {
  /** The type number of a subject alternative name that is a URI, in X.509. */
  private static final int URI = 6;

  private static final String WORD = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";
  private static final Pattern FORM =
      Pattern.compile(
          "spiffe://(" + WORD + ")/(user|node|site|hub)/(" + WORD + "(?:/" + WORD + ")?)");

  /** Kinds of parties that have a name. */
  public enum Kind {
    /** A user, who makes requests. */
    USER,
    /** A service that instruments the processes of one machine. */
    NODE,
    /** A service that passes requests on to nodes. */
    SITE,
    /** A service that passes requests on to sites. */
    HUB;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException if it is not one
   */
  public static SpiffeId parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "identity '"
              + text
              + "' must be like spiffe://LABORATORY/user/NAME, with user, node, site or hub, and"
              + " names of letters, digits, dots, hyphens and underscores");
    }
    Kind kind = Kind.valueOf(form.group(2).toUpperCase(Locale.ROOT));
    if (kind != Kind.NODE && form.group(3).indexOf('/') >= 0) {
      throw new IllegalArgumentException(
          "identity '" + text + "' must have a single NAME: only a node has two, SITE/NODE");
    }
    return new SpiffeId(form.group(1), kind, form.group(3));
  }

  /**
   * Returns the name in a certificate.
   *
   * @throws IllegalArgumentException if it has none, or several
   */
  public static SpiffeId of(X509Certificate certificate) {
    Collection<List<?>> names;
    try {
      names = certificate.getSubjectAlternativeNames();
    } catch (CertificateParsingException e) {
      throw new IllegalArgumentException("the names in the certificate cannot be read", e);
    }
    List<String> uris =
        names == null
            ? List.of()
            : names.stream()
                .filter(name -> name.get(0).equals(URI))
                .map(name -> (String) name.get(1))
                .toList();
    if (uris.size() != 1) {
      throw new IllegalArgumentException(
          "the certificate of "
              + certificate.getSubjectX500Principal()
              + " must name one URI, but names "
              + uris);
    }
    return parse(uris.get(0));
  }

  /** Returns the name of another party in the same laboratory. */
  public SpiffeId sibling(Kind otherKind, String otherName) {
    return parse("spiffe://" + laboratory + "/" + otherKind + "/" + otherName);
  }

  @Override
  public String toString() {
    return "spiffe://" + laboratory + "/" + kind + "/" + name;
  }
}
