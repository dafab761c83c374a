/** Code shared by several packages of the API and hidden from users. */
@NullMarked
package io.flowgauge.internal;

import org.jspecify.annotations.NullMarked;
