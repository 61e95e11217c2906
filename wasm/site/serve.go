package main

// The development server: what a static host does, with the right types and without caching.

import (
	"errors"
	"fmt"
	"mime"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"time"
)

// types of the files in public/, whatever this machine's own tables say.
var types = map[string]string{
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".mjs":         "text/javascript; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".json":        "application/json",
	".svg":         "image/svg+xml",
	".webmanifest": "application/manifest+json",
	".wasm":        "application/wasm",
	".gz":          "application/gzip",
}

// handler serves a folder.
func handler(dir string) (http.Handler, error) {
	for ext, t := range types {
		if err := mime.AddExtensionType(ext, t); err != nil {
			return nil, err
		}
	}
	files := http.FileServer(http.Dir(dir))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		files.ServeHTTP(w, r)
	}), nil
}

// listen takes the address asked for or, without one, the first free port from 8080 on.
func listen(addr string) (net.Listener, error) {
	if addr != "" {
		return net.Listen("tcp", addr)
	}
	var err error
	for port := 8080; port < 8100; port++ {
		var l net.Listener
		if l, err = net.Listen("tcp", net.JoinHostPort("localhost", strconv.Itoa(port))); err == nil {
			return l, nil
		}
	}
	return nil, errors.Join(errors.New("no free port from 8080 to 8099; choose one with -addr"), err)
}

func serve(root, addr string) error {
	h, err := handler(filepath.Join(root, "public"))
	if err != nil {
		return err
	}
	l, err := listen(addr)
	if err != nil {
		return err
	}
	host := "localhost"
	if a := l.Addr().(*net.TCPAddr); !a.IP.IsLoopback() && !a.IP.IsUnspecified() {
		host = a.IP.String()
	}
	fmt.Printf("Congestree is at http://%s/ (Ctrl+C ends it)\n", net.JoinHostPort(host, strconv.Itoa(l.Addr().(*net.TCPAddr).Port)))
	return (&http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}).Serve(l)
}
