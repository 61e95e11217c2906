package observe

import (
	"reflect"
	"testing"

	"github.com/congestree/congestree/engine/fabric"
)

// What frames and courses are encoded from has no bytes between its fields: nobody says what is in those, and two encodings of one state
// would differ.
func TestRecordsHaveNoGaps(t *testing.T) {
	for _, of := range []any{Header{}, PortState{}, HostState{}, Dot{}, Tree{}, Growth{}, Sample{}, QueueState{}, LineState{}, SignalState{}, HoLState{}, SlotState{},
		fabric.LatencyBin{}, Pin{}, QueueRow{}, OutRow{}, PickRow{}, PacketRow{}, FlowRow{}, Point{}, Mark{}} {
		r := reflect.TypeOf(of)
		fields := uintptr(0)
		for i := range r.NumField() {
			fields += r.Field(i).Type.Size()
		}
		if fields != r.Size() {
			t.Errorf("%s takes %d bytes, its fields %d", r.Name(), r.Size(), fields)
		}
	}
}
