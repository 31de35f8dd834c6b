// SPDX-License-Identifier: MIT

// First is the program of view's README: a hundred balls in a bowl, on a page.
package main
