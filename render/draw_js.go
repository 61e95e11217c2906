//go:build js

package render

import "github.com/hajimehoshi/ebiten/v2"

func (s *Scene) Draw(dst *ebiten.Image) {}
