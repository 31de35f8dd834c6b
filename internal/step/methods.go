// SPDX-License-Identifier: MIT

package step

// methods says what each mode does beyond and instead of the common path: strip, decide, kernel and
// emit.
var methods = [...]method{
	ModeContacts:  {decide: (*Worker).decide},
	ModeOverlaps:  {decide: (*Worker).decide},
	ModePairs:     {decide: (*Worker).take},
	ModeManifolds: {decide: (*Worker).decide, places: (*Worker).manifolds},
	ModeSwept:     {slots: (*Worker).owners, decide: (*Worker).decidePieces, later: (*Worker).impacts},
	ModeDistance:  {decide: (*Worker).decide, places: (*Worker).closest},
}
