// SPDX-License-Identifier: MIT

// Package solve has the kernels that change the velocities of rigid bodies by impulses at contact
// points. Contacts lie in blocks, one contact to a lane. Unless a block says otherwise, no two of
// its contacts share a body that moves, so that the order of the lanes does not matter.
//
// The method is that of E. Catto's Box2D 3, which he calls soft step (Solver2D, 2024): a contact is
// a damped spring that pushes shapes apart in a sub-step, and another pass without the spring then
// takes away the speed that it gave them.
package solve
