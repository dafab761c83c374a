/** What users and workflow engines program against. */
module io.flowgauge.api {}
