package strictjson

// A Choice is one of a few words.
type Choice struct{ Word, About string }

// Words returns the words of choices.
func Words(choices []Choice) (words []string) {
	for _, c := range choices {
		words = append(words, c.Word)
	}
	return words
}

// Explain says what a word among choices means.
func Explain(choices []Choice, word string) string {
	for _, c := range choices {
		if c.Word == word {
			return c.About
		}
	}
	return ""
}
