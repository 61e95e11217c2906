//go:build !js

package render

type gpu struct{} // nothing is drawn but in a browser (draw_js.go): natively pictures are meshes and sketches
