package io.flowgauge.live;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Objects;

/** A post from an engine. Immutable and thread-safe. */
public final class Post {
  private final String contentType;
  private final byte[] body;

  private Post(String contentType, byte[] body) {
    this.contentType = contentType;
    this.body = body;
  }

  /**
   * Creates a post.
   *
   * @param contentType its media type, such as {@code application/json}; parameters after a
   *     semicolon are dropped
   * @param body its unpacked content
   * @return the post
   */
  public static Post of(String contentType, byte[] body) {
    Objects.requireNonNull(contentType, "contentType");
    String type = contentType.split(";", 2)[0].strip();
    return new Post(type, body.clone());
  }

  /**
   * Its media type.
   *
   * @return the type without parameters, such as {@code application/x-protobuf}; empty if the
   *     engine did not say
   */
  public String contentType() {
    return contentType;
  }

  /**
   * Its content.
   *
   * @return the unpacked bytes, from the first
   */
  public InputStream body() {
    return new ByteArrayInputStream(body);
  }

  /**
   * The length of its content.
   *
   * @return bytes
   */
  public int length() {
    return body.length;
  }

  @Override
  public String toString() {
    return "Post[" + contentType + ", " + body.length + " bytes]";
  }
}
