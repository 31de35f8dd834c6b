// SPDX-License-Identifier: MIT

// Strategy is a prototype of a game: two armies march on each other's base, shoot at the nearest
// enemy in sight, and score with each soldier that gets there.
package main
