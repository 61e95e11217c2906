package render

// What a PNG file says of itself. The browser's encoder writes no texts, so they are added to what it wrote.

import "hash/crc32"

// PNGHead is how many bytes of a PNG file come before the place for texts: the signature and the header chunk.
const PNGHead = 33

// PNGTexts are names and values as iTXt chunks (PNG, 11.3.3.4), to be put after the first PNGHead bytes of a file.
// Names have 1 to 79 characters of Latin-1; texts are UTF-8.
func PNGTexts(pairs [][2]string) (chunks []byte) {
	for _, p := range pairs {
		body := append([]byte("iTXt"), p[0]...)
		body = append(body, 0, 0, 0, 0, 0) // the end of the name, not compressed, no language, no translated name
		body = append(body, p[1]...)
		n := len(body) - 4
		chunks = append(chunks, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
		chunks = append(chunks, body...)
		sum := crc32.ChecksumIEEE(body)
		chunks = append(chunks, byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum))
	}
	return
}
