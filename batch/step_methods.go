// SPDX-License-Identifier: MIT

package batch

// methods says what each mode does beyond and instead of the common path: strip, decide, kernel and
// emit.
var methods = [...]method{
	stepContacts:  {decide: (*worker).decide},
	stepOverlaps:  {decide: (*worker).decide},
	stepPairs:     {decide: (*worker).take},
	stepManifolds: {decide: (*worker).decide, places: (*worker).manifolds},
	stepSwept:     {slots: (*worker).owners, decide: (*worker).decidePieces, later: (*worker).impacts},
	stepDistance:  {decide: (*worker).decide, places: (*worker).closest},
}
