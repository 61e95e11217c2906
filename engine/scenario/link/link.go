// Package link holds the links of scenarios: what is copied, mailed and cited.
//
// A short scenario keeps its readable form, "?preset=hs10-1&seed=7"; a longer one is
// "#<codec version>.<base64url>", whose bytes are a checksum and the compressed readable form. Old
// links open for ever: a codec version is never changed once it is published (see testdata/links),
// a newer one is added beside it.
//
// It is a package of its own because the compressor is large, and the engine's worker needs none.
package link

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"strconv"
	"strings"

	"github.com/klauspost/compress/flate"

	"github.com/congestree/congestree/engine/scenario"
)

// Limits of links, in bytes.
const (
	Max         = 2000     // of the part that holds the scenario; chat and mail clients cut longer ones
	MaxReadable = 160      // longer readable forms are compressed
	MaxPayload  = 64 << 10 // of a decompressed text
)

// Version is the codec version that Of writes.
const Version = 1

// dictionary1 primes the compressor of codec version 1, likeliest texts last. It belongs to the
// version: do not touch it, however the schema changes.
const dictionary1 = "cct=iba=fecn=becn=drb=recn=fbicm=voqnet=voqsw=afi=&trigger=NoTH&stages=AS&candidates=K&threshold=75&period=" +
	"&queuing=flow2sl&queuing=vftree&queuing=dbbm&queuing=1q&generation=constant&generation=poisson" +
	"&network=pgft-4.4.8-1.4.4-1.1.1&network=mesh-8x4&network=torus-8x8&network=bmin-64&network=knary-2x3&network=knary-4x4" +
	"&network=rlft-4x3&network=rlft-8x1&network=rlft-36x3&network=rlft-8x3&network=rlft-12x3" +
	"&routing=dmodk&routing=oblivious&routing=adaptive-th&routing=adaptive" +
	"&traffic=UT&traffic=IHS&traffic=HS10-4&traffic=HS25-4&traffic=HS10-1&traffic=HS25-1&hotspots=600,3400,5200,9500" +
	"&hotspot-from=1000&hotspot-until=1300&hotspot-from=40&hotspot-until=200" +
	"&bandwidth=2&bandwidth=2.5&bandwidth=400&bandwidth=200&bandwidth=100&bandwidth=40&delay=100&delay=5&delay=6&packet=64&packet=256&packet=1024&packet=2048&packet=4096" +
	"&buffer=8&buffer=16&buffer=64&buffer=192&buffer=256&buffer=128&source-queue=64&source-queue=256&warmup=1000&warmup=500&warmup=200&warmup=100&warmup=60" +
	"&load=0.5&load=0.75&load=0.8&load=0.9&load=1&vcs=1&vcs=2&vcs=8&vcs=4&vcs=3&voq=false&voq=true&seed=1&seed=2&seed=42&seed=7" +
	"preset=uniform&preset=karol-8&preset=afi-config-1&preset=adaptive&preset=voq-hogging&preset=vftree&preset=hot-spot" +
	"&preset=rar-hs10-4&preset=rar-hs25-4&preset=rar-hs10-1&preset=rar-hs25-1&preset=hs10-4&preset=hs25-4&preset=hs10-1&preset=hs25-1" +
	"&queuing=dbbm&voq=true&traffic=HS&load=0.&seed="

// damaged is what every fault of a compressed link comes to.
const damaged = "the link is damaged: part of it is missing or was changed on the way; copy it again, whole"

// Of returns the part of an address that holds the scenario, beginning with "?" or "#".
func Of(s scenario.Scenario) string {
	q := s.Query()
	if q == "" {
		// An address without a scenario opens scenario.DefaultPreset, so the bare defaults must say something.
		q = scenario.Join([]scenario.Setting{{Field: "network", Value: s.Get("network")}})
	}
	return mark(q)
}

// mark makes the part of an address of a readable form: itself, or compressed if it is long.
func mark(q string) string {
	if len(q) <= MaxReadable {
		return "?" + q
	}
	return "#" + strconv.Itoa(Version) + "." + pack1(q)
}

func pack1(text string) string {
	var buf bytes.Buffer
	var sum [4]byte
	binary.LittleEndian.PutUint32(sum[:], crc32.ChecksumIEEE([]byte(text)))
	buf.Write(sum[:])
	w, err := flate.NewWriterDict(&buf, flate.BestCompression, []byte(dictionary1))
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("link: " + err.Error()) // a buffer in memory takes every write
	}
	return base64.RawURLEncoding.EncodeToString(buf.Bytes())
}

// unpack1 undoes pack1. It reads no more than MaxPayload bytes, whatever it is given.
func unpack1(packed string) (string, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(packed)
	if err != nil || len(raw) < 5 || strings.ContainsAny(packed, "\r\n") {
		return "", &scenario.Error{Reason: damaged}
	}
	src := bytes.NewReader(raw[4:])
	r := flate.NewReaderDict(src, []byte(dictionary1))
	text, err := io.ReadAll(io.LimitReader(r, MaxPayload+1))
	if len(text) > MaxPayload {
		return "", &scenario.Error{Reason: "the link holds more than " + strconv.Itoa(MaxPayload) + " bytes of text; a scenario has at most that"}
	}
	if err != nil || src.Len() != 0 || crc32.ChecksumIEEE(text) != binary.LittleEndian.Uint32(raw) {
		return "", &scenario.Error{Reason: damaged}
	}
	return string(text), nil
}

// Parse reads the scenario out of a whole address, its "?…" or "#…" part, or either
// without its mark. An address that holds none means scenario.DefaultPreset. Every refusal is a *scenario.Error.
func Parse(link string) (scenario.Scenario, error) {
	settings, err := settingsOf(link)
	if err != nil {
		return scenario.Default(), err
	}
	for _, set := range settings {
		if set.Field == CompareKey {
			return scenario.Default(), &scenario.Error{Field: CompareKey, Value: scenario.Clip(set.Value), Reason: "the link compares several schemes, and one is needed here; open it in the page, or with congestree compare"}
		}
	}
	return scenario.FromLink(settings)
}

// settingsOf reads what a link says, whichever form it has.
func settingsOf(link string) ([]scenario.Setting, error) {
	query, fragment, err := linkParts(strings.TrimSpace(link))
	if err != nil {
		return nil, err
	}
	for _, part := range []string{query, fragment} {
		size, limit := len(part), scenario.MaxQuery
		if packed, _, _ := strings.Cut(part, "&"); versionOf(part) >= 0 && size <= limit { // what follows is not the scenario's
			size, limit = len(packed), Max
		}
		if size > limit {
			return nil, &scenario.Error{Reason: "the link is " + strconv.Itoa(size) + " bytes long; at most " + strconv.Itoa(limit) + " are allowed"}
		}
	}
	var settings []scenario.Setting
	if v := versionOf(fragment); v >= 0 {
		settings, err = openVersion(v, fragment)
		if err != nil {
			return nil, err
		}
		// What is before the # may hold keys of others, such as those a mail client adds, but no second scenario.
		before, err := scenario.Split(query)
		if err != nil {
			return nil, err
		}
		for _, set := range before {
			if set.Field == scenario.PresetKey || set.Field == CompareKey || scenario.Lookup(set.Field) != nil {
				return nil, &scenario.Error{Field: set.Field, Value: scenario.Clip(set.Value), Reason: "the link holds two scenarios, one before and one after its #; keep one of them"}
			}
		}
	} else {
		if settings, err = scenario.Split(query + "&" + fragment); err != nil {
			return nil, err
		}
		if len(settings) == 0 || len(settings) == 1 && settings[0].Field == CompareKey {
			settings = append([]scenario.Setting{{Field: scenario.PresetKey, Value: scenario.DefaultPreset}}, settings...)
		}
	}
	return settings, nil
}

// linkParts cuts an address into what follows its "?" and what follows its "#".
func linkParts(link string) (query, fragment string, err error) {
	rest, fragment, hash := strings.Cut(link, "#")
	address, query, mark := strings.Cut(rest, "?")
	isAddress := address == "" || address[0] == '/' || address[0] == '.' || strings.Contains(address, "://")
	bare, fields := !isAddress && !hash && !mark, strings.Contains(address, "=")
	switch {
	case bare && (fields || versionOf(address) >= 0):
		return "", address, nil
	case bare, !isAddress && fields:
		return "", "", &scenario.Error{Value: scenario.Clip(address), Reason: "this is no link; one is a whole address, or the part of it from ? or # on, such as ?preset=hs10-1&load=0.5"}
	}
	return query, fragment, nil
}

// versionOf returns the codec version of "<version>.<payload>", or -1 for the readable form.
func versionOf(s string) int {
	digits, _, ok := strings.Cut(s, ".")
	if !ok || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return -1
	}
	n, err := strconv.Atoi(digits)
	if errors.Is(err, strconv.ErrRange) {
		return 1<<31 - 1
	}
	return n
}

func openVersion(version int, fragment string) ([]scenario.Setting, error) {
	_, payload, _ := strings.Cut(fragment, ".")
	payload, page, _ := strings.Cut(payload, "&")
	if extra, err := scenario.Split(page); err != nil || len(extra) > 0 {
		return nil, &scenario.Error{Reason: damaged}
	}
	switch {
	case version == 1:
		text, err := unpack1(payload)
		if err != nil {
			return nil, err
		}
		return scenario.Split(text)
	case version > Version:
		return nil, &scenario.Error{Reason: "the link is of version " + strconv.Itoa(version) + ", made by a newer Congestree; this one reads version " + strconv.Itoa(Version)}
	}
	return nil, &scenario.Error{Reason: "there is no version " + strconv.Itoa(version) + " of links; this Congestree reads version " + strconv.Itoa(Version)}
}
