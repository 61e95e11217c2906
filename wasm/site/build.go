package main

// Building: two programs to WebAssembly, compressed, with the scripts they need beside them.

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/congestree/congestree/wasm/jumps"
)

// programs are the packages compiled to WebAssembly, by the name of what they become.
var programs = []struct{ name, pkg string }{
	{"page.wasm.gz", "./wasm/page"},
	{"engine.wasm.gz", "./wasm/worker"},
}

// file is a built program in the manifest. The loader reads Bytes for its progress bar.
type file struct {
	Name   string `json:"name"`
	Bytes  int    `json:"bytes"`
	Raw    int    `json:"raw"`
	SHA256 string `json:"sha256"` // of the raw program
}

type manifest struct {
	Version string `json:"version"`
	Files   []file `json:"files"`
}

func moduleRoot() (string, error) {
	mod, err := output("", "go", "env", "GOMOD")
	if err != nil {
		return "", err
	}
	if filepath.Base(mod) != "go.mod" {
		return "", errors.New("run this inside the repository")
	}
	return filepath.Dir(mod), nil
}

func output(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// build brings public/build up to date, and touches only what changed.
func build(root string) error {
	start := time.Now()
	out := filepath.Join(root, "public", "build")
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	if err := generate(root); err != nil {
		return err
	}
	old := readManifest(out)
	m := manifest{Version: version(root)}
	for _, p := range programs {
		raw, err := compile(root, p.pkg)
		if err != nil {
			return err
		}
		f, err := pack(out, p.name, raw, old)
		if err != nil {
			return err
		}
		m.Files = append(m.Files, f)
	}
	if err := copyRuntime(out); err != nil {
		return err
	}
	if err := writeHelper(root, out); err != nil {
		return err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if err := replace(filepath.Join(out, "manifest.json"), append(text, '\n')); err != nil {
		return err
	}
	for _, f := range m.Files {
		fmt.Printf("%-15s %6.2f MB, compressed %5.2f MB\n", f.Name, float64(f.Raw)/1e6, float64(f.Bytes)/1e6)
	}
	fmt.Printf("built %s in %.1f s\n", m.Version, time.Since(start).Seconds())
	return nil
}

// generate runs go generate on the components if a template is newer than what was made of it.
func generate(root string) error {
	dir := filepath.Join(root, "ui")
	templates, err := filepath.Glob(filepath.Join(dir, "*.vugu"))
	if err != nil {
		return err
	}
	for _, t := range templates {
		src, err := os.Stat(t)
		if err != nil {
			return err
		}
		gen, err := os.Stat(strings.TrimSuffix(t, ".vugu") + "_gen.go")
		if err == nil && !src.ModTime().After(gen.ModTime().Add(time.Second)) {
			continue
		}
		fmt.Println("generating the components of ./ui")
		_, err = output(root, "go", "generate", "./ui")
		return err
	}
	return nil
}

// compile returns the raw program, with direct jumps. The go command skips the work if nothing changed. The program
// does not hold the repository's state (the manifest does): the same sources give the same bytes,
// and a folder that belongs to somebody else, as in containers, is no obstacle.
func compile(root, pkg string) ([]byte, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	sum := sha256.Sum256([]byte(root))
	dir := filepath.Join(cache, "congestree", hex.EncodeToString(sum[:6]))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	target := filepath.Join(dir, filepath.Base(pkg)+".wasm")
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", target}
	if profile := filepath.Join(root, pkg, "engine.pgo"); isFile(profile) {
		args = append(args, "-pgo="+profile) // not default.pgo, which native tests would be built with too
	}
	cmd := exec.Command("go", append(args, pkg)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("compiling %s: %w", pkg, err)
	}
	raw, err := os.ReadFile(target)
	if err != nil {
		return nil, err
	}
	direct, _, err := jumps.Direct(raw)
	if err != nil { // of a compiler newer than go.mod's
		fmt.Fprintf(os.Stderr, "%s works, but is slower than it could be: %v\n", pkg, err)
		return raw, nil
	}
	return direct, nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// pack compresses a program, unless the old manifest says that this was done.
func pack(out, name string, raw []byte, old manifest) (file, error) {
	sum := sha256.Sum256(raw)
	f := file{Name: name, Raw: len(raw), SHA256: hex.EncodeToString(sum[:])}
	path := filepath.Join(out, name)
	for _, o := range old.Files {
		if info, err := os.Stat(path); err == nil && o.Name == name && o.SHA256 == f.SHA256 && info.Size() == int64(o.Bytes) {
			return o, nil
		}
	}
	packed, err := gzipped(raw)
	if err != nil {
		return f, err
	}
	f.Bytes = len(packed)
	return f, replace(path, packed)
}

func readManifest(out string) (m manifest) {
	text, err := os.ReadFile(filepath.Join(out, "manifest.json"))
	if err == nil {
		_ = json.Unmarshal(text, &m) // a damaged one only costs a compression
	}
	return m
}

// replace writes a whole file or nothing, and leaves one that is right alone.
func replace(path string, text []byte) error {
	if now, err := os.ReadFile(path); err == nil && bytes.Equal(now, text) {
		return nil
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err := tmp.Write(text); err != nil {
		tmp.Close()
		return err
	}
	if err := errors.Join(tmp.Chmod(0o644), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// copyRuntime takes the Go runtime's JavaScript half from the toolchain that compiled the programs.
func copyRuntime(out string) error {
	goroot, err := output("", "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	return replace(filepath.Join(out, "wasm_exec.js"), text)
}

// writeHelper makes a static script of the text that Vugu evaluates when it starts, so that the
// page needs no 'unsafe-eval'. It is read from the module itself and can therefore not drift.
func writeHelper(root, out string) error {
	dir, err := output(root, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/vugu/vugu")
	if err != nil {
		return err
	}
	text, err := stringConstant(filepath.Join(dir, "domrender", "renderer-js-script.go"), "jsHelperScript")
	if err != nil {
		return err
	}
	made, err := wholeCharacters(helper(text))
	if err == nil {
		made, err = sameStays(made)
	}
	if err != nil {
		return err
	}
	return replace(filepath.Join(out, "vugu.js"), made)
}

// wholeCharacters mends the script where HTML that does not fit Vugu's buffer of 16 KiB comes in pieces: they are cut
// anywhere, also within a character ("Export…" became "Export���"), so that they must be decoded as one stream.
func wholeCharacters(script []byte) ([]byte, error) {
	for _, r := range [][2]string{
		{"let x=new TextDecoder;", "let x=new TextDecoder,$html=new TextDecoder;"},
		{"readString(){", "readString(more){"},
		{"t=x.decode(new DataView(this.dataView.buffer,this.dataView.byteOffset+this.offset+4,e));", "t=(more===undefined?x:$html).decode(new DataView(this.dataView.buffer,this.dataView.byteOffset+this.offset+4,e),{stream:!!more});"},
		{"case y:{let e=C.readString();", "case y:{let e=C.readString(true);"},
		{"case m:{let e=C.readString();", "case m:{let e=C.readString(false);"},
	} {
		var err error
		if script, err = mend(script, r[0], r[1]); err != nil {
			return nil, err
		}
	}
	return script, nil
}

// sameStays mends the script where it writes HTML or an attribute that an element has already: a browser takes that for another
// text, and a screen reader, told of every label of the readouts at every frame, falls seconds behind the keys.
func sameStays(script []byte) ([]byte, error) {
	for _, r := range [][2]string{
		{`x.el.innerHTML=(x.bufferedInnerHTML||"")+e,x.bufferedInnerHTML=null;`,
			`{const h=(x.bufferedInnerHTML||"")+e;x.bufferedInnerHTML=null;if(x.el.innerHTML!==h)x.el.innerHTML=h}`},
		{"e.setAttribute(t,n),x.elAttrNames[t]=!0;", "e.getAttribute(t)===n||e.setAttribute(t,n),x.elAttrNames[t]=!0;"},
	} {
		var err error
		if script, err = mend(script, r[0], r[1]); err != nil {
			return nil, err
		}
	}
	return script, nil
}

// mend replaces a text of Vugu's script that is there once.
func mend(script []byte, was, is string) ([]byte, error) {
	if bytes.Count(script, []byte(was)) != 1 {
		return nil, errors.New("the script of the Vugu module is not the one that is mended here: it lacks " + was)
	}
	return bytes.Replace(script, []byte(was), []byte(is), 1), nil
}

// helper is the script with a window.eval that knows just this text.
func helper(text string) []byte {
	hash := uint32(2166136261) // FNV-1a over UTF-16 units, as the script below computes it
	units := 0
	for _, r := range text {
		if r > 0xffff {
			r = 0xfffd
		}
		hash = (hash ^ uint32(r)) * 16777619
		units++
	}
	return []byte(`// Made by wasm/site from the Vugu module. Vugu evaluates this text when it starts; it is loaded
// here instead, and window.eval only acknowledges it.
` + text + `;
window.eval = text => {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  if (text.length !== ` + strconv.Itoa(units) + ` || hash >>> 0 !== ` + strconv.FormatUint(uint64(hash), 10) + `) throw new EvalError('eval is switched off in this page');
};
`)
}

// stringConstant reads a constant out of a Go file.
func stringConstant(path, name string) (string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return "", err
	}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range g.Specs {
			v, ok := s.(*ast.ValueSpec)
			if !ok || len(v.Names) != 1 || v.Names[0].Name != name || len(v.Values) != 1 {
				continue
			}
			if lit, ok := v.Values[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
				return strconv.Unquote(lit.Value)
			}
		}
	}
	return "", fmt.Errorf("%s holds no constant %s: %w", path, name, fs.ErrNotExist)
}

// version names the state of the repository, or of the module where there is no repository.
func version(root string) string {
	cmd := exec.Command("git", "describe", "--always", "--tags", "--dirty")
	cmd.Dir = root
	if out, err := cmd.Output(); err == nil && len(bytes.TrimSpace(out)) > 0 {
		return string(bytes.TrimSpace(out))
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "development"
}
