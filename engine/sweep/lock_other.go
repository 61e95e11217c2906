//go:build !linux

package sweep

var noLocks []error
