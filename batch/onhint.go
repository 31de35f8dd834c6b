// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/kernels"
	"daylight/soa"
)

// OnHint has f called for every candidate that had an axis remembered (see Hints and
// Stats.HintsTried), with whether that axis separated the pair again. It is for those
// who want to see where hints help; f is called from all workers at once and holds
// them up.
func OnHint(f func(a, b soa.ID, hit bool)) Option {
	return func(c *config) error {
		if f == nil {
			return refuse("OnHint", "nil", "a function; or leave the option out")
		}
		c.onHint = f
		return nil
	}
}

// tellHints reports the hints tried among these pairs: a kernel leaves the axis that
// separated a pair where its hint was, and nothing for a contact.
func (w *worker) tellHints(r *run, pairs []kernels.Pair, tried []kernels.Axis) {
	w.calling = "OnHint"
	for i, h := range tried {
		if h != 0 {
			r.cfg.onHint(w.ids[pairs[i].A], w.ids[pairs[i].B], w.hints[i] == h)
		}
	}
	w.calling = ""
}
