//go:build !linux

package engine

import "time"

// UserTime is known on Linux only.
func UserTime() time.Duration { return 0 }
