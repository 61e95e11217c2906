//go:build !js

package render

type gpu struct{}
