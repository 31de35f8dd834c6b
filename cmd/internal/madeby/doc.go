// SPDX-License-Identifier: MIT

// Package madeby tells programs apart whose files may not go together: plans, parts of answers and
// journals carry the Program that made them.
package madeby
