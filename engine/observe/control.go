package observe

// Measures of congestion control by notification.

import "github.com/congestree/congestree/engine/fabric"

// control fills in what sources do now.
func (h *Header) control(f *fabric.Fabric) {
	if !f.Controlled() {
		return
	}
	s := f.ControlState()
	h.Marked, h.BECN, h.Reacting = s.Marks, s.BECN, uint64(s.Hosts)
	h.CCTIMax, h.OpenPaths, h.MostPaths = uint64(s.CCTIMax), uint64(s.Paths), uint64(s.MostOpen)
	if s.Flows > 0 {
		h.CCTIMean = float64(s.CCTISum) / float64(s.Flows)
	}
}
