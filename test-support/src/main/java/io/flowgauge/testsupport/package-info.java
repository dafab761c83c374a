/** Fixtures shared by the tests of several modules. */
package io.flowgauge.testsupport;
