/** What the tests of several modules share. */
package io.flowgauge.testsupport;
