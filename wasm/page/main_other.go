//go:build !js

package main

func main() {} // the page is a browser's; this keeps native builds of ./... whole
