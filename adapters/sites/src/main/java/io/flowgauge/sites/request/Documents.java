package io.flowgauge.sites.request;

import com.google.protobuf.ByteString;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.irl.Irl;
import io.flowgauge.instrumentation.irl.IrlAnswer;
import io.flowgauge.instrumentation.irl.IrlRequest;
import io.flowgauge.instrumentation.tracking.GroupProfile;
import io.flowgauge.instrumentation.xml.AnswerXml;
import io.flowgauge.instrumentation.xml.IrlXml;
import io.flowgauge.instrumentation.xml.ProfileXml;
import io.flowgauge.sites.wire.PlaceReply;
import io.flowgauge.sites.wire.Refused;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.Sums;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Converts the documents in messages: IRL, answers and sums as XML. Stateless. */
public final class Documents {
  private Documents() {}

  /** Writes a document to a stream. */
  @FunctionalInterface
  private interface Writer<T> {
    void write(T document, OutputStream out) throws IOException;
  }

  private static <T> ByteString bytes(T document, Writer<T> writer) {
    ByteString.Output out = ByteString.newOutput();
    try {
      writer.write(document, out);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return out.toByteString();
  }

  /** Writes requests. */
  public static ByteString write(Irl irl) {
    return bytes(irl, IrlXml::write);
  }

  /** Writes an answer. */
  public static ByteString write(IrlAnswer answer) {
    return bytes(answer, AnswerXml::write);
  }

  /** Writes sums, and what was refused. */
  public static Sums write(GroupProfile sums, IrlAnswer refusals) {
    return Sums.newBuilder()
        .setSums(bytes(sums, ProfileXml::writeSums))
        .setRefusals(write(refusals))
        .build();
  }

  /** Writes a refusal. */
  public static Refused write(Refusal refusal) {
    return Refused.newBuilder()
        .setCode(refusal.code().name())
        .setMessage(refusal.message())
        .build();
  }

  /** Returns the reply of a place that refuses. */
  public static PlaceReply refused(String place, Refusal refusal) {
    return PlaceReply.newBuilder().setPlace(place).setRefused(write(refusal)).build();
  }

  /** Returns the IRL document of a request; empty if it has none. */
  public static ByteString irlOf(Request request) {
    return request.hasIrl() ? request.getIrl() : request.getIrlForSums();
  }

  /**
   * Reads requests.
   *
   * @throws RefusedException if the document does not hold requests
   */
  public static Irl readIrl(ByteString document) throws RefusedException {
    try {
      return IrlXml.read(document.newInput(), "irl");
    } catch (IOException e) {
      throw new RefusedException(RefusalCode.ARGUMENT, "" + e.getMessage());
    }
  }

  /**
   * Reads an answer.
   *
   * @throws TraceFormatException if the document does not hold one
   */
  public static IrlAnswer readAnswer(ByteString document, String place) throws IOException {
    return AnswerXml.read(document.newInput(), "the answer of " + place);
  }

  /**
   * Reads sums.
   *
   * @throws TraceFormatException if the document does not hold sums
   */
  public static GroupProfile readSums(ByteString document, String place) throws IOException {
    return ProfileXml.readSums(document.newInput(), "the sums of " + place);
  }

  /**
   * Reads a refusal; an unknown code, which a later version may send, becomes {@link
   * RefusalCode#SYSTEM}.
   */
  public static Refusal read(Refused refused) {
    RefusalCode code =
        List.of(RefusalCode.values()).stream()
            .filter(one -> one.name().equals(refused.getCode()))
            .findFirst()
            .orElse(RefusalCode.SYSTEM);
    return new Refusal(code, refused.getMessage());
  }

  /** Summarises in one line what a document asks for. */
  static String summary(byte[] irl) {
    try {
      Irl read = readIrl(ByteString.copyFrom(irl));
      return read.processes()
          + " "
          + read.requests().stream().map(Documents::summary).collect(Collectors.joining(", "));
    } catch (RefusedException e) {
      return "malformed: " + e.getMessage();
    }
  }

  private static String summary(IrlRequest request) {
    String kind = request.kind().name().toLowerCase(Locale.ROOT);
    if (request instanceof IrlRequest.Instrument instrument) {
      return kind + " " + instrument.sensors();
    }
    if (request instanceof IrlRequest.MakeChange make) {
      return kind + " (" + make.change() + ")";
    }
    return request instanceof IrlRequest.Deinstrument out ? kind + " " + out.regions() : kind;
  }
}
