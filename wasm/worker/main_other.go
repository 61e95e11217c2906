//go:build !js

package main

func main() {} // the worker is a browser's; this keeps native builds of ./... whole
