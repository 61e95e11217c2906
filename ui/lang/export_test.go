package lang

// Refuses says whether a refusal has a translation into the present language.
func Refuses(text string) bool {
	_, ok := refusal(patterns(tag), text, 0)
	return ok
}
