// Package nolocks is for tests of what happens where the file system has no locks.
package nolocks
