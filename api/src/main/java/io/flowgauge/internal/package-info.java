/** What several packages of the API share and users do not see. */
@NullMarked
package io.flowgauge.internal;

import org.jspecify.annotations.NullMarked;
