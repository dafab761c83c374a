package io.flowgauge.sites.forward;

import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.irl.IrlAnswer;
import io.flowgauge.instrumentation.tracking.GroupProfile;
import io.flowgauge.sites.request.Documents;
import io.flowgauge.sites.wire.PlaceReply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Adds up the sums of a site's nodes. Stateless. */
final class SiteSums {
  private SiteSums() {}

  /** Returns one reply with the total of all sums; replies without sums are kept as they are. */
  static List<PlaceReply> of(String site, List<PlaceReply> nodes) {
    GroupProfile sums = GroupProfile.sumOf(List.of());
    List<IrlAnswer> refusals = new ArrayList<>();
    List<PlaceReply> others = new ArrayList<>();
    for (PlaceReply node : nodes) {
      try {
        if (node.hasSums()) {
          refusals.add(Documents.readAnswer(node.getSums().getRefusals(), node.getPlace()));
          sums = sums.plus(Documents.readSums(node.getSums().getSums(), node.getPlace()));
        } else {
          others.add(node);
        }
      } catch (IOException e) {
        others.add(
            Documents.refused(
                node.getPlace(), new Refusal(RefusalCode.SYSTEM, "" + e.getMessage())));
      }
    }
    if (!refusals.isEmpty()) {
      others.add(
          0,
          PlaceReply.newBuilder()
              .setPlace(site)
              .setSums(Documents.write(sums, IrlAnswer.joined(refusals)))
              .build());
    }
    return others;
  }
}
