package tours

import "testing/fstest"

// Parse reads a file of tours, for the tests, with a look at all scenarios. An error says which tour and step, what is wrong and what is
// allowed.
func Parse(text []byte) ([]*Tour, error) {
	list, err := read(text)
	if err == nil {
		err = opened(list)
	}
	return list, err
}

// CheckFile is Check of a folder with one file of tours.
func CheckFile(text []byte) error { return check(fstest.MapFS{"a.json": {Data: text}}) }
