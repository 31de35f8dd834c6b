// SPDX-License-Identifier: MIT

// Command bullethell is a game in Ebitengine: fly by the arrow keys or the pressed mouse through
// the bullets of three turrets. A step of an engine moves all bullets and finds those that hit;
// which shape is what is an attribute.
package main
