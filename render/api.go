// Package render draws frames of a simulation on a canvas: layout, camera, levels of
// detail, theme, geometry and picking.
//
// A [Scene] is built from a topology.Network, gets one observe.Frame after another, and turns
// them into plain lists of vertices ([Mesh]). All of that is portable Go without a screen; the
// files that hand the lists to Ebitengine are built for js only.
package render
