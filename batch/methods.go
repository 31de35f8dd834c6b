// SPDX-License-Identifier: MIT

package batch

// methods says what each mode does beyond and instead of the common path: strip, decide,
// kernel and emit.
var methods = [...]method{
	ModeContacts:  {records: true, depths: true, decide: (*worker).decide},
	ModeOverlaps:  {records: true, decide: (*worker).decide},
	ModePairs:     {decide: (*worker).take},
	ModeManifolds: {records: true, depths: true, decide: (*worker).decide, places: (*worker).manifolds},
	ModeSwept:     {records: true, depths: true, moves: true, slots: (*worker).owners, decide: (*worker).decidePieces, later: (*worker).impacts},
	ModeDistance:  {records: true, depths: true, decide: (*worker).decide, places: (*worker).closest},
}
