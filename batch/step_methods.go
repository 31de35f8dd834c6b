// SPDX-License-Identifier: MIT

package batch

// methods says what each mode does beyond and instead of the common path: strip, decide, kernel and
// emit.
var methods = [...]method{
	ModeContacts:  {decide: (*worker).decide},
	ModeOverlaps:  {decide: (*worker).decide},
	ModePairs:     {decide: (*worker).take},
	ModeManifolds: {decide: (*worker).decide, places: (*worker).manifolds},
	ModeSwept:     {slots: (*worker).owners, decide: (*worker).decidePieces, later: (*worker).impacts},
	ModeDistance:  {decide: (*worker).decide, places: (*worker).closest},
}
