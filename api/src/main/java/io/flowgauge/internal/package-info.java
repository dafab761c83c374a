/** Code that several packages of the API share and that is hidden from users. */
@NullMarked
package io.flowgauge.internal;

import org.jspecify.annotations.NullMarked;
