package io.flowgauge.instrumentation.xml;

import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.tracking.GroupProfile;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Profiles as XML of the schema {@code profile.xsd}, a resource next to this class. Stateless and
 * thread-safe.
 */
public final class ProfileXml {
  private ProfileXml() {}

  /**
   * Writes a profile.
   *
   * @param profile the profile
   * @param out receives the document in UTF-8; stays open
   * @throws IOException if writing fails
   */
  public static void write(Profile profile, OutputStream out) throws IOException {
    XmlOut.write(out, xml -> new ProfileOut(xml).write(profile));
  }

  /**
   * Reads a profile.
   *
   * @param in the document; stays open
   * @param file its name, for messages
   * @return the profile
   * @throws TraceFormatException if it violates the schema; the message says where, what was found
   *     and what was expected
   * @throws IOException if it cannot be read
   */
  public static Profile read(InputStream in, String file) throws IOException {
    return XmlIn.read(in, file, "profile.xsd", xml -> new ProfileIn(xml).read());
  }

  /**
   * Writes sums over processes, without the profiles of single ones, by the schema {@code
   * sums.xsd}.
   *
   * @param sums the sums
   * @param out receives the document in UTF-8; stays open
   * @throws IOException if writing fails
   */
  public static void writeSums(GroupProfile sums, OutputStream out) throws IOException {
    XmlOut.write(out, xml -> new ProfileOut(xml).write(sums));
  }

  /**
   * Reads sums over processes.
   *
   * @param in the document; stays open
   * @param file its name, for messages
   * @return the sums
   * @throws TraceFormatException if it violates the schema; the message says where, what was found
   *     and what was expected
   * @throws IOException if it cannot be read
   */
  public static GroupProfile readSums(InputStream in, String file) throws IOException {
    return XmlIn.read(in, file, "sums.xsd", xml -> new ProfileIn(xml).readSums());
  }
}
