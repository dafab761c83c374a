package io.flowgauge.live;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** A receiver's answer to a post. Immutable and thread-safe. */
public final class Reply {
  private final int status;
  private final String contentType;
  private final byte[] body;

  private Reply(int status, String contentType, byte[] body) {
    this.status = status;
    this.contentType = contentType;
    this.body = body;
  }

  /**
   * Creates a reply in the receiver's own format.
   *
   * @param status the HTTP status, from 200 to 599
   * @param contentType media type of the body
   * @param body the body
   * @return the reply
   * @throws IllegalArgumentException if the status is out of range
   */
  public static Reply of(int status, String contentType, byte[] body) {
    if (status < 200 || status > 599) {
      throw new IllegalArgumentException("status must be 200 to 599, but is " + status);
    }
    return new Reply(status, Objects.requireNonNull(contentType, "contentType"), body.clone());
  }

  /**
   * Creates a reply with a text.
   *
   * @param status the HTTP status, from 200 to 599
   * @param words the text
   * @return the reply
   * @throws IllegalArgumentException if the status is out of range
   */
  public static Reply of(int status, String words) {
    return of(status, "text/plain;charset=utf-8", words.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Its HTTP status.
   *
   * @return 200 to 599
   */
  public int status() {
    return status;
  }

  /**
   * Media type of its body.
   *
   * @return the type
   */
  public String contentType() {
    return contentType;
  }

  /**
   * Its body.
   *
   * @return a copy of the bytes
   */
  public byte[] body() {
    return body.clone();
  }

  @Override
  public String toString() {
    return "Reply[" + status + ", " + contentType + ", " + body.length + " bytes]";
  }
}
