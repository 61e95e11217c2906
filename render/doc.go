// Package render draws frames of a simulation on a canvas: layout, camera, levels of detail,
// theme, geometry and picking.
//
// A [Scene] is built from a topology.Network, gets one observe.Frame after another, and turns
// them into two lists of vertices ([Mesh]): the static one (quiet links, panels, empty cells)
// changes with the camera, the dynamic one with every frame. All of that is portable Go, tested
// without a screen; only draw_js.go hands the lists to Ebitengine. Everything that is
// drawn, letters included, is a textured triangle of one small [Atlas], so that a frame is one
// copy of the static picture and one draw call.
//
// Who draws what: layout.go places hosts, switches and ports in world units; camera.go maps
// them to pixels; static.go and dynamic.go choose by level of detail what is worth drawing;
// mesh.go makes vertices of it; pick.go answers what is under the pointer.
package render

//go:generate go run ./atlasgen
