// Package render draws frames of a simulation on a canvas: layout, camera, levels of detail,
// theme, colours by a question, geometry and picking.
//
// A [Scene] is built from a topology.Network, gets one observe.Frame after another, and turns
// them into two lists of vertices ([Mesh]): the static one (quiet links, panels, empty cells)
// changes with the camera, the dynamic one with every frame. All of that is portable Go, tested
// without a screen; only draw_js.go hands the lists to Ebitengine. Everything that is
// drawn, letters included, is a textured triangle of one small [Atlas], so that a frame is one
// copy of the static picture and one draw call.
//
// Who draws what: layout.go, stages.go, grid.go and radial.go place hosts, switches and ports in world
// units; camera.go maps them to pixels; survey.go reads a frame once; static.go and dynamic.go choose by level of
// detail what is worth drawing, queues.go draws single packets in buffers and what congestion control adds,
// marks.go hosts, roots and words, minimap.go the whole in a corner; colour.go says what colours tell; motion.go
// moves packets between two frames; mesh.go makes vertices of it all, or hands it to sketch.go, from which plate.go composes
// pictures that leave the page and svg.go writes drawings; pick.go answers what is under the pointer.
//
// The Go time of a picture is measured by go test ./render -run '^$' -bench Frame, that of the page by ./build.sh
// bench. Pictures of all situations are written by RENDER_PNG=folder go test ./render.
package render

//go:generate go run ./atlasgen
